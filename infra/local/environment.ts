/** What Lambdas find around them on this machine. */

import { join } from 'node:path'
import { buildAll } from '../build.ts'
import { docsDirectory, writeDocs } from '../docs.ts'

/** Lays down the files that they serve, and the bundles where those are to run. */
export const prepare = async (built: boolean): Promise<unknown> => (built ? buildAll() : writeDocs())

export const environment = ({ endpoint, table }: { endpoint: string; table: string }) => ({
  STAGE: 'local',
  TABLE_NAME: table,
  DYNAMODB_ENDPOINT: endpoint,
  CHECK_REPLIES: 'true',
  DOCS_DIR: join(import.meta.dirname, '../..', docsDirectory),
  POWERTOOLS_METRICS_DISABLED: 'true',
})
