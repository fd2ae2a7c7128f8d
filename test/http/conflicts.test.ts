/** Every endpoint that declares a conflict, called where somebody else writes at every same moment. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { createTable } from '../../infra/local/create-table.ts'
import { ensureDemo } from '../../infra/local/demo/ensure.ts'
import { routes } from '../../lib/api.ts'
import type { AccountId } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { around, cancelled, metTransaction } from '../support/fault-injection.ts'
import { sampleCall } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'

/** A table's first account is the demo store, which has the objects that the samples speak of. */
const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `conflicts-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})
const directory = mkdtempSync(join(tmpdir(), 'conflicts-'))
let demo: Tenant

beforeAll(async () => {
  await createTable(inject('dynamodbEndpoint'), table, false)
  const { account } = (await ensureDemo(directory))!
  demo = { account: account as AccountId, mode: 'Test' }
})
afterAll(() => rmSync(directory, { recursive: true }))

let calm = () => {}
afterEach(() => {
  calm()
  vi.restoreAllMocks()
})

function letNoWriteThrough() {
  calm = around(async (command, send) => {
    if (command.startsWith('TransactWrite')) throw cancelled('TransactionConflict')
    if (/^(Put|Update|Delete)Item/.test(command)) throw metTransaction()
    return send()
  })
}

const declaring = routes.filter(route => route.problems?.includes('conflict')).map(({ name }) => name)

test.each(declaring)('%s gives up with a conflict, and succeeds once the others are done', async name => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  /** The demo store may have the sample's object already; then the call is made in an empty store. */
  const stores = [demo, await newTenant()]
  const ask = (store: Tenant) => call(name, store, sampleCall(name))
  letNoWriteThrough()
  const replies = await Promise.all(stores.map(ask))
  const codes = replies.map(({ body }) => body.code)
  expect(codes).toContain('conflict')
  calm()
  const refused = stores.filter((_, n) => codes[n] === 'conflict')
  for (const store of refused) expect((await ask(store)).status).toBeLessThan(300)
})
