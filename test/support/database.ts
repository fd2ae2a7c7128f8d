/** What the whole test run shares: one DynamoDB Local, on a free port, in memory; a shop; and the record of refusals. */

import type { TestProject } from 'vitest/node'
import { writeDocs } from '../../infra/docs.ts'
import { createTable } from '../../infra/local/create-table.ts'
import { startDatabase } from '../../infra/local/database.ts'
import { watchProvoked } from './problem-coverage.ts'
import { openShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dynamodbEndpoint: string
    /** Where the page of products is that samples have fetched. */
    shopHost: string
  }
}

export default async function setup(project: TestProject) {
  writeDocs()
  const database = await startDatabase({ directory: null })
  await createTable(database.endpoint, 'back-office-test', false)
  project.provide('dynamodbEndpoint', database.endpoint)
  const shop = await openShop()
  project.provide('shopHost', shop.host)
  const requireProvoked = watchProvoked(project)
  return async () => {
    await database.stop()
    shop.close()
    await requireProvoked()
  }
}
