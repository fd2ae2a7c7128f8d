/**
 * Finds the table that a command uses. If DYNAMODB_ENDPOINT names a database, the table is in this database, and is
 * created if it is missing. Otherwise, the table is in the database of the running API.
 */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { env } from '../../../lib/core/env.ts'
import { defaultDataDirectory } from '../data-directory.ts'
import { findRunningApi, type RunningApi } from '../process/running-api.ts'
import { createTable } from './create-table.ts'

/** A table and the connection to its database. The `url` of the API is null if DYNAMODB_ENDPOINT names the database. */
export interface LocalTableConnection extends Omit<RunningApi, 'pid' | 'endpoint'> {
  /** The URL of the database. */
  endpoint: string
}

export async function resolveLocalTable(directory = defaultDataDirectory): Promise<LocalTableConnection> {
  const isDefault = directory === defaultDataDirectory
  const start = isDefault ? 'npm start' : `npm start -- --data ${directory}`
  const other = isDefault ? '\nIf one runs on other data, add --data DIR.' : ''
  if (!isDefault && !existsSync(directory))
    throw new Error(`There is no directory ${directory}. This creates one: ${start}`)
  if (env.dynamodbEndpoint) return namedTable(env.dynamodbEndpoint, directory)
  const api = await findRunningApi(directory)
  if (!api?.endpoint)
    throw new Error(`No API is running on the data in ${directory}. Start the API first: ${start}${other}`)
  const { pid: _, ...table } = api
  return { ...table, endpoint: api.endpoint }
}

async function namedTable(endpoint: string, directory: string): Promise<LocalTableConnection> {
  await createTable(endpoint, env.tableName)
  return { endpoint, accessKey: env.dynamodbAccessKey, table: env.tableName, directory: resolve(directory), url: null }
}
