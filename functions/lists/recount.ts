import type { DynamoDBStreamEvent } from 'aws-lambda'
import { keepUp } from '../../lib/upkeep/index.ts'

export const handler = ({ Records }: DynamoDBStreamEvent) => keepUp(Records)
