/** The bundle that cold starts are compared with: it only creates a DynamoDB document client. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
