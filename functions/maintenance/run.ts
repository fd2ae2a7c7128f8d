import type { DynamoDBStreamEvent } from 'aws-lambda'
import { run } from '../../lib/maintenance/index.ts'

export const handler = ({ Records }: DynamoDBStreamEvent) => run(Records)
