/** Global setup: builds docs and pages, starts a database and a shop, and checks that tests cover declared problems. */

import type { TestProject } from 'vitest/node'
import { buildBackOfficePages } from '../../infra/back-office-pages.ts'
import { writeDocs } from '../../infra/docs.ts'
import { startDatabase } from '../../infra/local/database/database.ts'
import { startProblemCoverage } from './problem-coverage.ts'
import { startShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dynamodbEndpoint: string
    /** The host of the local shop. The sample requests fetch a page with products from it. */
    shopHost: string
  }
}

export default async function setup(project: TestProject) {
  writeDocs()
  await buildBackOfficePages()
  const database = await startDatabase(null, { isLongLived: true })
  project.provide('dynamodbEndpoint', database.endpoint)
  const shop = await startShop()
  project.provide('shopHost', shop.host)
  const requireFullCoverage = startProblemCoverage(project)
  return async () => {
    await database.stop()
    shop.close()
    await requireFullCoverage()
  }
}
