import type { DynamoDBStreamEvent } from 'aws-lambda'
import { lambda } from '../../lib/core/lambda.ts'
import { run } from '../../lib/maintenance/index.ts'

export const handler = lambda(({ Records }: DynamoDBStreamEvent) => run(Records))
