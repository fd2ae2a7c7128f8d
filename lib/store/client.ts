/** Defines the connection to the table, which is opened once per process and which all entities share. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Entity, type Schema } from 'electrodb'
import { env } from '../core/env.ts'
import { sdkTimeouts, stopAtDeadline } from '../core/sdk-client.ts'

type Model = Pick<Schema<string, string, string>, 'model'>
type Shape<A extends string, F extends string, C extends string> = Omit<Schema<A, F, C>, 'model'>

const credentials = { accessKeyId: env.dynamodbAccessKey, secretAccessKey: 'local' }
const endpoint = env.dynamodbEndpoint
/** The client has no timeouts for DynamoDB Local, which may be slow on a busy machine. */
const local = { region: 'local', credentials, endpoint }

export const client = DynamoDBDocumentClient.from(new DynamoDBClient(endpoint ? local : sdkTimeouts))
stopAtDeadline(client)

export const tableConfig = { table: env.tableName, client }

export const defineEntity = <A extends string, F extends string, C extends string, S extends Shape<A, F, C>>(
  entity: string,
  shape: S,
): Entity<A, F, C, S & Model> =>
  new Entity({ ...shape, model: { entity, version: '1', service: 'store' } }, tableConfig)
