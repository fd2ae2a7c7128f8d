import type { DynamoDBStreamEvent } from 'aws-lambda'
import * as audit from '../../lib/audit/index.ts'

export const handler = async ({ Records }: DynamoDBStreamEvent) => audit.logTableChanges(Records)
