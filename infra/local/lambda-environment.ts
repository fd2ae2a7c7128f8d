/** The environment of the Lambdas on this machine: variables and files. */

import { env } from '../../lib/core/env.ts'
import { buildBundles } from '../build.ts'
import { writeDocs } from '../docs.ts'
import { pathsIn } from './data-directory.ts'
import { tableVariables } from './database/local-table.ts'
import type { LocalTable } from './process/running-api.ts'

/** Writes the files that the Lambdas serve. If `built` is true, also builds the bundles. */
export async function writeDocsAndBundles(built: boolean): Promise<void> {
  if (built) await buildBundles()
  writeDocs(env.docsDirectory)
}

/** The crawler may fetch from the local API, which serves a page of products, and from hosts of the developer. */
const crawlHosts = (url: string | null) =>
  [...(url ? [new URL(url).host] : []), process.env.CRAWLER_ALLOW_HOSTS].filter(Boolean).join(',')

/** The Lambdas serve the documentation from the directory `docs`. */
export const lambdaEnvironment = (table: LocalTable, docs = pathsIn(table.directory).docs) => ({
  STAGE: 'local',
  ...tableVariables(table),
  DOCS_DIR: docs,
  CRAWLER_ALLOW_HOSTS: crawlHosts(table.url),
  POWERTOOLS_METRICS_DISABLED: 'true',
  /** These are the limits of prod, repeated here because infra/stages.ts would load the AWS CDK. */
  KEY_REQUESTS_PER_SECOND: '50',
  KEY_BURST: '200',
})
