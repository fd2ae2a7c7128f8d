import type { DynamoDBStreamEvent } from 'aws-lambda'
import * as journal from '../../lib/journal/index.ts'

export const handler = async ({ Records }: DynamoDBStreamEvent) => journal.record(Records)
