/** Calls every endpoint that declares the problem `conflict` while all of its writes conflict with other writes. */

import { beforeAll, expect, test } from 'vitest'
import { ensureDemoStore } from '../../infra/local/demo/ensure-demo-store.ts'
import { routes } from '../../lib/api.ts'
import { mapConcurrent } from '../../lib/core/map-concurrent.ts'
import type { AccountId, Tenant } from '../../lib/core/tenant.ts'
import { around, cancelled, metTransaction } from '../support/fault-injection.ts'
import { sampleCall } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'
import { newDirectory } from '../support/temporary.ts'

let demo: Tenant

/** The time that a request has left. It is so short that retries end after a second. */
const remainingMilliseconds = 5000

/** If more calls ran at the same time, a busy machine would need longer for them than `remainingMilliseconds`. */
const maxConcurrent = 12

const endpoints = routes.filter(route => route.problems?.includes('conflict')).map(({ name }) => name)

function failAllWrites(): () => void {
  return around(async (command, send) => {
    if (command.startsWith('TransactWrite')) throw cancelled('TransactionConflict')
    if (/^(Put|Update|Delete)Item/.test(command)) throw metTransaction()
    return send()
  })
}

interface Attempt {
  name: string
  store: Tenant
  code: string
}

/**
 * Calls each endpoint in the demo store and in an empty one. An endpoint may conflict in only one of them, depending on
 * whether the store has its object.
 */
async function callEach(): Promise<Attempt[]> {
  const calls = await Promise.all(
    endpoints.map(async name => [
      { name, store: demo },
      { name, store: await newTenant() },
    ]),
  )
  const restore = failAllWrites()
  return mapConcurrent(calls.flat(), maxConcurrent, async ({ name, store }) => {
    const { body } = await call(name, store, { ...sampleCall(name), remainingMilliseconds })
    return { name, store, code: body.code }
  }).finally(restore)
}

let attempts: Attempt[]

beforeAll(async () => {
  const { account } = (await ensureDemoStore(newDirectory()))!
  demo = { account: account as AccountId, mode: 'Test' }
  attempts = await callEach()
})

test.each(endpoints)('%s returns 409 if every attempt conflicts, and succeeds once the conflicts end', async name => {
  const conflicts = attempts.filter(attempt => attempt.name === name && attempt.code === 'conflict')
  expect(conflicts).not.toEqual([])
  for (const { store } of conflicts) expect((await call(name, store, sampleCall(name))).status).toBeLessThan(300)
})
