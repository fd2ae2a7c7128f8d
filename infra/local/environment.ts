/** The environment of the Lambdas on this machine: variables and files. */

import { env } from '../../lib/core/env.ts'
import { buildAll } from '../build.ts'
import { writeDocs } from '../docs.ts'
import { databaseVariables, type LocalTable } from './local-table.ts'

/** Writes the files that the Lambdas serve, and the bundles when they are to run. */
export async function buildServedFiles(built: boolean): Promise<void> {
  if (built) await buildAll()
  writeDocs(env.docsDirectory)
}

interface Environment extends LocalTable {
  /** The directory of the documentation's files. */
  docs: string
}

export const environment = ({ docs, ...table }: Environment) => ({
  STAGE: 'local',
  ...databaseVariables(table),
  DOCS_DIR: docs,
  POWERTOOLS_METRICS_DISABLED: 'true',
})
