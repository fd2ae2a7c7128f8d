/** One DynamoDB Local for the whole test run, on a free port, in memory. */

import type { TestProject } from 'vitest/node'
import { writeDocs } from '../../infra/docs.ts'
import { createTable } from '../../infra/local/create-table.ts'
import { startDatabase } from '../../infra/local/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dynamodbEndpoint: string
  }
}

export default async function setup({ provide }: TestProject) {
  writeDocs()
  const database = await startDatabase({ directory: null })
  await createTable(database.endpoint, 'back-office-test')
  provide('dynamodbEndpoint', database.endpoint)
  return database.stop
}
