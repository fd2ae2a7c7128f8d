/** Tests that endpoints that write stop at their deadline, with a slow table and after their Lambda was frozen. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { routes } from '../../lib/api.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { client } from '../../lib/store/client.ts'
import { around } from '../support/fault-injection.ts'
import { sampleCall } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'

/**
 * All endpoints that write, except `events.send`. This endpoint does not use the table here, because its requests have
 * no Idempotency-Key and their API key has no rate limit.
 */
const writes = routes.filter(({ name, access }) => access === 'write' && name !== 'events.send').map(({ name }) => name)
/** The time until the timeout of the Lambda. The deadline is one second earlier, so 200 milliseconds are left. */
const remainingMilliseconds = 1200

/** The commands that reach the table. */
const sent: string[] = []
beforeAll(() => {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      args => {
        sent.push(commandName)
        return next(args)
      },
    { name: 'sent', step: 'finalizeRequest', priority: 'low' },
  )
})
afterAll(() => client.middlewareStack.remove('sent'))

let restore = () => {}
afterEach(() => {
  restore()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function expectTimeout(name: string, tenant: Tenant): Promise<void> {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const reply = await call(name, tenant, { ...sampleCall(name), remainingMilliseconds })
  expect(reply, name).toMatchObject({ status: 504, body: { code: 'timeout' } })
}

test('return 504 if the table is too slow, and send nothing afterwards', async () => {
  const tenant = await newTenant()
  restore = around(async (_, send) => {
    await sleep(300)
    return send()
  })
  await Promise.all(writes.map(name => expectTimeout(name, tenant)))
  sent.length = 0
  await sleep(400)
  expect(sent).toEqual([])
})

/** The clock moves on, but no timer fires, as in a Lambda that was frozen. */
test('return 504 and send nothing if they were frozen past their deadline', async () => {
  const tenant = await newTenant()
  vi.useFakeTimers({ toFake: ['Date'] })
  restore = around((_, send) => {
    vi.setSystemTime(Date.now() + remainingMilliseconds)
    return send()
  })
  sent.length = 0
  await Promise.all(writes.map(name => expectTimeout(name, tenant)))
  await sleep(100)
  expect(sent).toEqual([])
})
