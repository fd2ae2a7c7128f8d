/**
 * Tests events and requests that are under way while a customer is erased.
 * @module-tag long
 */

import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { eraseCustomer } from '../../lib/account-data/index.ts'
import * as accounts from '../../lib/accounts/index.ts'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import { toJson } from '../../lib/core/json.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { get as subscriptionOf } from '../subscriptions/calls.ts'
import { cart, completeOrder, event, item, order, send } from '../support/checkout.ts'
import { around } from '../support/fault-injection.ts'
import { orderOf, paidOrder, refund } from '../support/payments.ts'
import { rawRowsOf, textOf } from '../support/raw-rows.ts'
import { newTenant } from '../support/store.ts'
import { jane, subscribe, withoutWaiting } from './shop.ts'

let restore = () => {}
afterEach(() => {
  restore()
  vi.useRealTimers()
})

const email = 'janeth@doughty.example'
const erase = (tenant: Tenant, onProgress: (text: string) => void) =>
  eraseCustomer(tenant, { email, replies: { endpoints: storedReplyEndpointNames, replacement: '{}' }, onProgress })

const findPersonal = async (tenant: Tenant) =>
  (await rawRowsOf(tenant.account)).filter(row => textOf(row).toLowerCase().includes('janeth')).map(({ pk }) => pk)

test.each([
  ['order.completed', order({ email, items: [item({ id: 'TEE' })] })],
  ['cart.updated', cart({ email })],
  ['customer.updated', { id: randomUUID(), email }],
  ['customer.session.created', { token: randomUUID(), expires: '2099-01-31T12:00:00Z', email }],
])('%s that was being applied leaves no personal data', async (eventName, content) => {
  const tenant = await newTenant()
  await completeOrder(tenant, { email })
  let erasure: Promise<unknown> | undefined
  let hasEnded = false
  const { promise: isWaiting, resolve } = Promise.withResolvers<void>()
  /**
   * While `send` applies the event, one of its requests to the table starts the erasure. Without `AsyncResource.bind`,
   * the deadline of the event would also apply to the erasure.
   */
  const start = AsyncResource.bind(() =>
    erase(tenant, text => {
      if (text.startsWith('waiting')) resolve()
      if (hasEnded) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    }),
  )
  restore = around(async (command, request, input) => {
    const reply = await request()
    /**
     * The intake of the event has just read that no erasure is under way. The erasure starts now, and runs until it
     * waits for the event.
     */
    if (!erasure && command === 'GetItemCommand' && toJson(input).includes('#erasures')) {
      erasure = start()
      await Promise.race([isWaiting, erasure])
    }
    return reply
  })
  await send(event(tenant, eventName, content))
  hasEnded = true
  await erasure
  expect(erasure).toBeDefined()
  restore()
  expect(await findPersonal(tenant)).toEqual([])
})

test('a refund that is made while its order is being erased leaves no mail and no stored reply', async () => {
  const tenant = await newTenant()
  await accounts.update(tenant.account, { mailFrom: 'shop@tea.example' })
  const token = await paidOrder(tenant, { email })
  const body = { amount: 10, notifyCustomer: true, comment: 'For Janeth' }
  const headers = { 'Idempotency-Key': 'refund' }
  let isDone = false
  restore = around(async (command, request, input) => {
    const text = toJson(input)
    if (!isDone && command === 'GetItemCommand' && text.includes('#orders') && text.includes(token)) {
      isDone = true
      expect((await refund(tenant, token, body, { headers })).status).toBe(200)
    }
    return request()
  })
  const { pendingOrders } = await withoutWaiting(onProgress => erase(tenant, onProgress))
  expect({ isDone, pendingOrders }).toEqual({ isDone: true, pendingOrders: [] })
  restore()
  expect((await orderOf(tenant, token)).email).toBe('')
  expect(await findPersonal(tenant)).toEqual([])
})

test.each([
  ['begins during an erasure', {}, jane.email],
  ['began before an erasure and is reported during it', { createdOn: '2026-01-01T00:00:00Z' }, ''],
])('a subscription that %s is named as pending', async (_, envelope, address) => {
  const tenant = await newTenant()
  await completeOrder(tenant, { email: jane.email })
  let id: string | undefined
  let hasBegun = false
  const begin = async () => {
    hasBegun = true
    id = await subscribe(tenant, true, envelope)
  }
  const result = await withoutWaiting(onProgress =>
    erase(tenant, text => {
      if (text.startsWith('waiting') && !hasBegun) void begin()
      if (id) onProgress(text)
    }),
  )
  expect(result).toMatchObject({ pendingSubscriptions: [id], counts: { subscriptions: 0, orders: 1 } })
  expect((await subscriptionOf(tenant, id!)).body.user.email).toBe(address)
  await expect(erase(tenant, () => {})).rejects.toThrow(`have not ended: ${id}`)
})
