/** A database of its own for each run; set before the program is loaded, which looks at it once. */

import { createTable } from '../../infra/local/create-table.ts'
import { startDatabase } from '../../infra/local/database.ts'

interface Wish {
  /** Where nobody follows the table, two million changes need not be kept in memory. */
  hasStream: boolean
}

export async function onOwnDatabase(
  { hasStream }: Wish,
  run: (endpoint: string) => Promise<number>,
): Promise<number> {
  const database = await startDatabase({ directory: null })
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
