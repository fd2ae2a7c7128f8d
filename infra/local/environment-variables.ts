/** Defines the environment variables for local code that uses the table, and for Lambdas that run on this machine. */

import { pathsIn } from './data-directory.ts'
import type { LocalTableConnection } from './database/local-table-connection.ts'

export const localDataVariables = ({ endpoint, accessKey, table, directory }: LocalTableConnection) => ({
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
 * Returns the hosts that the crawler may read although their addresses are not public. The local API is such a host,
 * because it serves a page of products.
 */
const crawlHosts = (url: string | null) =>
  [...(url ? [new URL(url).host] : []), process.env.CRAWLER_ALLOW_HOSTS].filter(Boolean).join(',')

type ServedDirectories = Pick<ReturnType<typeof pathsIn>, 'docs' | 'pages'>

export const lambdaEnvironment = (
  table: LocalTableConnection,
  { docs, pages }: ServedDirectories = pathsIn(table.directory),
) => ({
  STAGE: 'local',
  ...localDataVariables(table),
  DOCS_DIR: docs,
  PAGES_DIR: pages,
  CRAWLER_ALLOW_HOSTS: crawlHosts(table.url),
  POWERTOOLS_METRICS_DISABLED: 'true',
  /** A test checks that these limits are those of the stage prod. */
  KEY_REQUESTS_PER_SECOND: '50',
  KEY_BURST: '200',
})
