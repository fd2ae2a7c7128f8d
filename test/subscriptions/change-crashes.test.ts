/**
 * Stops the process that changes a subscription at each of its requests to the database. Tests that the change is made
 * at most once, and that the API shows what the sandbox did.
 * @module-tag long
 */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import { readSandboxActions } from '../../lib/payments/sandbox.ts'
import { stopAt } from '../support/fault-injection.ts'
import { pendingCount, recoverAll } from '../support/payments.ts'
import { get, invoices } from './calls.ts'
import { change, newSubscription, type Verb } from './changes.ts'

beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const body = { amount: 10, quantity: 2, schedule: { interval: 'Week', intervalCount: 2 } }
const requests: [Verb, object][] = [
  ['pause', {}],
  ['resume', {}],
  ['cancel', {}],
  ['update', { body }],
]
const isMade: Record<Verb, (subscription: { status: string; quantity: number }) => boolean> = {
  pause: ({ status }) => status === 'Paused',
  resume: ({ status }) => status === 'Active',
  cancel: ({ status }) => status === 'Canceled',
  update: ({ quantity }) => quantity === 2,
}
const endings = ['paid', 'lost', 'timeout', 'declined', 'declined_once', 'unreachable']

describe.each(requests)('%s', (verb, request) => {
  /** Creates a subscription for the change. For `resume`, an event pauses it first. */
  const newCase = (ending: string) =>
    newSubscription({ gatewayId: `sub_${ending}` }, verb === 'resume' ? ['subscription.paused'] : [])

  async function expectMatch({ tenant, id }: Awaited<ReturnType<typeof newCase>>, n: number) {
    expect(await pendingCount(tenant)).toBe(0)
    const actions = await readSandboxActions(tenant, id)
    expect(actions.length).toBeLessThanOrEqual(1)
    const { body: subscription } = await get(tenant, id)
    expect(isMade[verb](subscription), `stopped at ${n}`).toBe(actions.length === 1)
    const charges = actions.filter(({ kind }) => kind === 'charge')
    expect((await invoices(tenant, id)).body).toHaveLength(charges.length)
  }

  test.each(endings)('of a subscription %s, stopped at any request, then recovered', async ending => {
    let n = 0
    for (let isStopped = true; isStopped; n++) {
      const subscription = await newCase(ending)
      const { tenant, id } = subscription
      isStopped = await stopAt(n, 'before', () => change(verb, tenant, id, request))
      await recoverAll(tenant)
      await expectMatch(subscription, n)
    }
    expect(n).toBeGreaterThan(4)
  })

  test.each(['paid', 'lost', 'timeout'])('of a subscription %s, stopped, then repeated', async ending => {
    let n = 0
    for (let isStopped = true; isStopped; n++) {
      const subscription = await newCase(ending)
      const { tenant, id } = subscription
      isStopped = await stopAt(n, 'before', () => change(verb, tenant, id, request))
      await change(verb, tenant, id, request)
      await recoverAll(tenant)
      await expectMatch(subscription, n)
      expect(isMade[verb]((await get(tenant, id)).body)).toBe(true)
    }
  })
})

test('twenty concurrent pauses ask the gateway once', async () => {
  const { tenant, id } = await newSubscription()
  await Promise.all(Array.from({ length: 20 }, () => change('pause', tenant, id)))
  await recoverAll(tenant)
  expect((await get(tenant, id)).body.status).toBe('Paused')
  expect(await readSandboxActions(tenant, id)).toHaveLength(1)
})
