/** Defines the connection to the table. The connection is opened once per process, and all entities share it. */

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

/**
 * Defines an entity. ElectroDB takes one to three milliseconds to create an entity, and a request uses few of the
 * entities in its bundle. Each entity is therefore created when it is used for the first time.
 */
export function defineEntity<A extends string, F extends string, C extends string, S extends Shape<A, F, C>>(
  name: string,
  shape: S,
): Entity<A, F, C, S & Model> {
  let created: Entity<A, F, C, S & Model> | undefined
  return new Proxy({} as Entity<A, F, C, S & Model>, {
    get(_, property) {
      created ??= new Entity({ ...shape, model: { entity: name, version: '1', service: 'store' } }, tableConfig)
      const value = Reflect.get(created, property)
      return typeof value === 'function' ? value.bind(created) : value
    },
  })
}
