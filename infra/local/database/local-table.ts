/** Finds the table for a command, and returns the environment variables for code that uses the table. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { env } from '../../../lib/core/env.ts'
import { defaultDataDirectory, pathsIn } from '../data-directory.ts'
import { findRunningApi, type LocalTable } from '../process/running-api.ts'
import { createTable } from './create-table.ts'

/** Environment variables for modules of `lib`: the table, and the folders of secrets, events and mails. */
export const tableVariables = ({ endpoint, accessKey, table, directory }: LocalTable) => ({
  TABLE_NAME: table,
  DYNAMODB_ENDPOINT: endpoint,
  DYNAMODB_ACCESS_KEY: accessKey,
  GATEWAY_KEYS_DIR: pathsIn(directory).gatewayKeys,
  CHECKOUT_QUEUE_DIR: pathsIn(directory).checkoutQueue,
  EVENT_SECRETS_DIR: pathsIn(directory).eventSecrets,
  DEAD_LETTERS_DIR: pathsIn(directory).deadLetters,
  MAIL_DIR: pathsIn(directory).mail,
})

/**
 * The crawler may fetch pages from these hosts, although their addresses are not public. The local API itself serves a
 * page of products.
 */
const crawlHosts = (url: string | null) =>
  [...(url ? [new URL(url).host] : []), process.env.CRAWLER_ALLOW_HOSTS].filter(Boolean).join(',')

/** `docs` is the directory of the documentation that the Lambdas serve. */
export const lambdaEnvironment = (table: LocalTable, docs = pathsIn(table.directory).docs) => ({
  STAGE: 'local',
  ...tableVariables(table),
  DOCS_DIR: docs,
  CRAWLER_ALLOW_HOSTS: crawlHosts(table.url),
  POWERTOOLS_METRICS_DISABLED: 'true',
  /** These limits are copied from the stage prod, because an import of `infra/stages.ts` would load the AWS CDK. */
  KEY_REQUESTS_PER_SECOND: '50',
  KEY_BURST: '200',
})

export async function findLocalTable(directory = defaultDataDirectory): Promise<LocalTable> {
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

async function namedTable(endpoint: string, directory: string): Promise<LocalTable> {
  await createTable(endpoint, env.tableName)
  return { endpoint, accessKey: env.dynamodbAccessKey, table: env.tableName, directory: resolve(directory), url: null }
}
