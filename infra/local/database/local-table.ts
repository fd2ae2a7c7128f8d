/** Finds the table for a command: that of the running API, or one in the database that DYNAMODB_ENDPOINT names. */

import { existsSync } from 'node:fs'
import { env } from '../../../lib/core/env.ts'
import {
  deadLettersDirectoryIn,
  defaultDataDirectory,
  gatewayKeysDirectoryIn,
  mailDirectoryIn,
} from '../data-directory.ts'
import { findRunningApi, type LocalTable } from '../process/running-api.ts'
import { createTable } from './create-table.ts'

export interface FoundTable extends LocalTable {
  /** Whether a running API processes the changes of the table. */
  isServed: boolean
  /** The address of the running API; null if there is none. */
  url: string | null
}

/** The environment variables by which modules find the table, and the directories of keys, dead letters and mails. */
export const tableVariables = ({ endpoint, accessKey, table, gatewayKeys, directory }: LocalTable) => ({
  TABLE_NAME: table,
  DYNAMODB_ENDPOINT: endpoint,
  DYNAMODB_ACCESS_KEY: accessKey,
  GATEWAY_KEYS_DIR: gatewayKeys,
  DEAD_LETTERS_DIR: deadLettersDirectoryIn(directory),
  MAIL_DIR: mailDirectoryIn(directory),
})

export async function findLocalTable(directory = defaultDataDirectory): Promise<FoundTable> {
  const start = directory === defaultDataDirectory ? 'npm start' : `npm start -- --data ${directory}`
  const other = directory === defaultDataDirectory ? '\nIf one runs on other data, add --data DIR.' : ''
  if (directory !== defaultDataDirectory && !existsSync(directory))
    throw new Error(`There is no directory ${directory}. This creates one: ${start}`)
  if (env.dynamodbEndpoint) return namedTable(env.dynamodbEndpoint, directory)
  const api = await findRunningApi(directory)
  if (!api?.endpoint)
    throw new Error(`No API is running on the data in ${directory}. Start the API first: ${start}${other}`)
  const { pid: _, ...table } = api
  return { ...table, endpoint: api.endpoint, isServed: true }
}

async function namedTable(endpoint: string, directory: string): Promise<FoundTable> {
  await createTable(endpoint, env.tableName)
  const table = { endpoint, accessKey: env.dynamodbAccessKey, table: env.tableName }
  return { ...table, gatewayKeys: gatewayKeysDirectoryIn(directory), directory, isServed: false, url: null }
}
