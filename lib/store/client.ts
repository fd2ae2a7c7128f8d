/** The connection to the table, opened once per process and shared by every entity. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { sdkTimeouts, stopAtDeadline } from '../core/deadline.ts'
import { env } from '../core/env.ts'

const credentials = { accessKeyId: env.dynamodbAccessKey, secretAccessKey: 'local' }
const endpoint = env.dynamodbEndpoint
/** DynamoDB Local has no timeouts, as it may be slow on a busy machine. */
const local = { region: 'local', credentials, endpoint }

export const client = DynamoDBDocumentClient.from(new DynamoDBClient(endpoint ? local : sdkTimeouts))
stopAtDeadline(client)

export const tableConfig = { table: env.tableName, client }
