/** Only creates a DynamoDB document client. `cold.ts` compares how long other bundles and this one take to load. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
