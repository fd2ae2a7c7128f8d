/** The environment of the Lambdas on this machine: variables and files. */

import { join } from 'node:path'
import { buildAll } from '../build.ts'
import { docsDirectory, writeDocs } from '../docs.ts'

/** Writes the files that the Lambdas serve, and the bundles when they are to run. */
export const buildServedFiles = async (built: boolean): Promise<unknown> => (built ? buildAll() : writeDocs())

export const environment = ({ endpoint, table }: { endpoint: string; table: string }) => ({
  STAGE: 'local',
  TABLE_NAME: table,
  DYNAMODB_ENDPOINT: endpoint,
  DOCS_DIR: join(import.meta.dirname, '../..', docsDirectory),
  POWERTOOLS_METRICS_DISABLED: 'true',
})
