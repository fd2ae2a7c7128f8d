import type { DynamoDBStreamEvent } from 'aws-lambda'
import { recountChanged } from '../../lib/lists/changes.ts'

export const handler = ({ Records }: DynamoDBStreamEvent) => recountChanged(Records)
