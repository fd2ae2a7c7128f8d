/** A database of its own for each run; set before the program is loaded, which looks at it once. */

import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { createTable, localAccess } from '../../infra/local/create-table.ts'
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
    await createTable(database.endpoint, table)
    if (!hasStream) await withoutStream(database.endpoint, table)
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

async function withoutStream(endpoint: string, TableName: string): Promise<void> {
  const client = new DynamoDBClient(localAccess(endpoint))
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }))
  client.destroy()
}
