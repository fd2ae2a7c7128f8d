/** The environment of the Lambdas on this machine: variables and files. */

import { env } from '../../lib/core/env.ts'
import { buildBundles } from '../build.ts'
import { writeDocs } from '../docs.ts'
import { tableVariables } from './database/local-table.ts'
import type { LocalTable } from './process/running-api.ts'

/** Writes the files that the Lambdas serve. If `built` is true, also builds the bundles. */
export async function writeDocsAndBundles(built: boolean): Promise<void> {
  if (built) await buildBundles()
  writeDocs(env.docsDirectory)
}

interface Environment extends LocalTable {
  /** The directory of the documentation's files. */
  docs: string
  /** The address of the API; null if none runs. */
  url: string | null
}

/** Allows the crawler to fetch the page of products that the local API serves. */
const crawlHosts = (url: string | null) =>
  [...(url ? [new URL(url).host] : []), process.env.CRAWLER_ALLOW_HOSTS].filter(Boolean).join(',')

export const lambdaEnvironment = ({ docs, url, ...table }: Environment) => ({
  STAGE: 'local',
  ...tableVariables(table),
  DOCS_DIR: docs,
  CRAWLER_ALLOW_HOSTS: crawlHosts(url),
  POWERTOOLS_METRICS_DISABLED: 'true',
  /** These are the limits of prod, repeated here because infra/stages.ts would load the AWS CDK. */
  KEY_REQUESTS_PER_SECOND: '50',
  KEY_BURST: '200',
})
