/** Every endpoint that declares the problem `conflict`, called while all of its writes conflict with others. */

import { afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { createTable } from '../../infra/local/create-table.ts'
import { ensureDemo } from '../../infra/local/demo/ensure.ts'
import { routes } from '../../lib/api.ts'
import type { AccountId } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { around, cancelled, metTransaction } from '../support/fault-injection.ts'
import { sampleCall } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'
import { newDirectory } from '../support/temporary.ts'

/** The first account of a table is the demo store, which has the objects of the sample requests. */
const table = vi.hoisted(() => {
  process.env.TABLE_NAME = `conflicts-${crypto.randomUUID()}`
  return process.env.TABLE_NAME
})
let demo: Tenant

beforeAll(async () => {
  await createTable(inject('dynamodbEndpoint'), table, false)
  const { account } = (await ensureDemo(newDirectory()))!
  demo = { account: account as AccountId, mode: 'Test' }
})

/** Retries end after 500 milliseconds. */
const remainingMilliseconds = 4500

let restore = () => {}
afterEach(() => {
  restore()
  vi.restoreAllMocks()
})

function failAllWrites() {
  restore = around(async (command, send) => {
    if (command.startsWith('TransactWrite')) throw cancelled('TransactionConflict')
    if (/^(Put|Update|Delete)Item/.test(command)) throw metTransaction()
    return send()
  })
}

const endpoints = routes.filter(route => route.problems?.includes('conflict')).map(({ name }) => name)

test.each(endpoints)(
  '%s returns 409 if every attempt conflicts, and succeeds once the conflicts end',
  async name => {
    /** If the demo store already has the object of the sample, only the call in the empty store conflicts. */
    const stores = [demo, await newTenant()]
    const callIn = (store: Tenant) => call(name, store, { ...sampleCall(name), remainingMilliseconds })
    failAllWrites()
    const replies = await Promise.all(stores.map(callIn))
    const codes = replies.map(({ body }) => body.code)
    expect(codes).toContain('conflict')
    restore()
    const conflictingStores = stores.filter((_, n) => codes[n] === 'conflict')
    for (const store of conflictingStores) expect((await callIn(store)).status).toBeLessThan(300)
  },
)
