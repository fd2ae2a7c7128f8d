import type { DynamoDBStreamEvent } from 'aws-lambda'
import { workerLambda } from '../../lib/core/worker-lambda.ts'
import { run } from '../../lib/maintenance/index.ts'

export const handler = workerLambda(({ Records }: DynamoDBStreamEvent) => run(Records))
