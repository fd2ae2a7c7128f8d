/** Starts a database for one run and sets the environment, before the modules that read it are loaded. */

import { createTable } from '../../infra/local/database/create-table.ts'
import { startDatabase } from '../../infra/local/database/database.ts'

interface DatabaseOptions {
  /** Whether the table has a stream. A stream that no worker reads would only fill the memory. */
  hasStream: boolean
}

export async function withDatabase(
  { hasStream }: DatabaseOptions,
  run: (endpoint: string) => Promise<number>,
): Promise<number> {
  const database = await startDatabase(null, { isLongLived: true })
  const table = `back-office-bench-${process.pid}`
  try {
    await createTable(database.endpoint, table, hasStream)
    Object.assign(process.env, {
      STAGE: 'bench',
      TABLE_NAME: table,
      DYNAMODB_ENDPOINT: database.endpoint,
      POWERTOOLS_LOG_LEVEL: 'WARN',
      POWERTOOLS_METRICS_DISABLED: 'true',
    })
    return await run(database.endpoint)
  } finally {
    await database.stop()
  }
}
