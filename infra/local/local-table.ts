/** Finds the table that a command works on: the one of the running API, or of the database that DYNAMODB_ENDPOINT names. */

import { existsSync } from 'node:fs'
import { env } from '../../lib/core/env.ts'
import { createTable } from './create-table.ts'
import { defaultDirectory } from './directories.ts'
import { findRunningApi } from './running-api.ts'

export interface LocalTable {
  endpoint: string
  accessKey: string
  table: string
}

export interface FoundTable extends LocalTable {
  /** Whether an API follows its changes. */
  isServed: boolean
}

/** The environment variables by which the code connects to it. */
export const databaseVariables = ({ endpoint, accessKey, table }: LocalTable) => ({
  TABLE_NAME: table,
  DYNAMODB_ENDPOINT: endpoint,
  DYNAMODB_ACCESS_KEY: accessKey,
})

export async function findLocalTable(directory = defaultDirectory): Promise<FoundTable> {
  const start = directory === defaultDirectory ? 'npm start' : `npm start -- --data ${directory}`
  if (directory !== defaultDirectory && !existsSync(directory))
    throw new Error(`There is no directory ${directory}. This creates one: ${start}`)
  if (env.dynamodbEndpoint) return namedTable(env.dynamodbEndpoint)
  const api = await findRunningApi(directory)
  if (!api?.endpoint)
    throw new Error(`No API is running on the data in ${directory}. Start the API first: ${start}`)
  return { endpoint: api.endpoint, accessKey: api.accessKey, table: api.table, isServed: true }
}

async function namedTable(endpoint: string): Promise<FoundTable> {
  await createTable(endpoint, env.tableName)
  return { endpoint, accessKey: env.dynamodbAccessKey, table: env.tableName, isServed: false }
}
