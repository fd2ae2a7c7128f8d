/** Finds the table that a command works on: the one of the running API, or of the database that DYNAMODB_ENDPOINT names. */

import { env } from '../../lib/core/env.ts'
import { createTable } from './create-table.ts'
import { defaultDirectory } from './directories.ts'
import { findRunningApi } from './running-api.ts'

export interface LocalTable {
  endpoint: string
  table: string
  /** Whether an API follows its changes. */
  isServed: boolean
}

export async function findLocalTable(directory = defaultDirectory): Promise<LocalTable> {
  if (env.dynamodbEndpoint) return namedTable(env.dynamodbEndpoint)
  const api = await findRunningApi(directory)
  if (!api?.endpoint)
    throw new Error(`No API is running on the data in ${directory}. Start the API first: npm start`)
  return { endpoint: api.endpoint, table: api.table, isServed: true }
}

async function namedTable(endpoint: string): Promise<LocalTable> {
  await createTable(endpoint, env.tableName)
  return { endpoint, table: env.tableName, isServed: false }
}
