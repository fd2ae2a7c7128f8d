/**
 * Tests that an event is rejected if it would save an order, cart or customer that does not fit its public schema.
 * Lists would leave out such an object. Events alone never lead to such an object, so each test first damages a row.
 */

import { afterEach, expect, test, vi } from 'vitest'
import { CartRow, keyOf as cartKeyOf } from '../../lib/carts/entity.ts'
import type { CustomerId, OrderToken } from '../../lib/core/ids.ts'
import { log } from '../../lib/core/log.ts'
import { CustomerRow, keyOf as customerKeyOf } from '../../lib/customers/entity.ts'
import { keyOf, OrderRow } from '../../lib/orders/entity.ts'
import { cart, completeOrder, event, send, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'

afterEach(() => vi.restoreAllMocks())

const invalidDate = '9999'

async function reasonOfRejection(sent: ReturnType<typeof event>) {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  expect(await send(sent)).toEqual([sent.id])
  return warn.mock.calls[0]?.[1]
}

test('rejects an event of an order', async () => {
  const tenant = await newTenant()
  const token = (await completeOrder(tenant)) as OrderToken
  await OrderRow.patch(keyOf(tenant, token)).set({ modifiedAt: invalidDate }).go()
  const reason = await reasonOfRejection(event(tenant, 'order.status.changed', { token, status: 'Shipped' }))
  expect(reason).toMatchObject({ faults: { modificationDate: ['must be an ISO 8601 date'] } })
})

test('rejects an event of a cart', async () => {
  const tenant = await newTenant()
  const content = cart()
  await sendEvent(tenant, 'cart.updated', content)
  const key = cartKeyOf(tenant, content.token as OrderToken)
  await CartRow.patch(key).set({ modifiedAt: invalidDate }).go()
  const reason = await reasonOfRejection(event(tenant, 'cart.updated', { ...content, total: 5 }))
  expect(reason).toMatchObject({ faults: { modificationDate: ['must be an ISO 8601 date'] } })
})

test('rejects an event of a customer', async () => {
  const tenant = await newTenant()
  const email = 'jane@example.com'
  await sendEvent(tenant, 'customer.updated', { email })
  const [customer] = (await call('customers.list', tenant, { query: { email } })).body.items
  const key = customerKeyOf(tenant, customer.id as CustomerId)
  await CustomerRow.patch(key).set({ creationDate: '0' }).go()
  const reason = await reasonOfRejection(event(tenant, 'customer.updated', { email, status: 'Confirmed' }))
  expect(reason).toMatchObject({ faults: { creationDate: ['must be an ISO 8601 date'] } })
})
