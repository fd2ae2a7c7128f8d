/**
 * Tests the erasure of a customer whose e-mail address had another owner before.
 * @module-tag long
 */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { importObject } from '../../lib/import/index.ts'
import { createSession, get, idOf, session, update } from '../customers/calls.ts'
import { get as subscriptionOf, v1Subscription } from '../subscriptions/calls.ts'
import { address, cart, completeOrder, order, sendEvent } from '../support/checkout.ts'
import { orderOf } from '../support/payments.ts'
import { call, newTenant } from '../support/store.ts'
import { erase } from './shop.ts'

const email = 'info@firm.example'
const anns = address({ firstName: 'Ann', name: 'First' })
const bobs = address({ firstName: 'Bob', name: 'Second' })

/** Changes the address of Ann, after which Bob orders with her former address. */
async function passAddressToBob(tenant: Tenant, ann: string) {
  await update(tenant, ann, { email: 'ann@home.example' })
  const bob = randomUUID()
  const token = await completeOrder(tenant, { email, user: { id: bob, email }, billingAddress: bobs })
  expect(await idOf(tenant, email)).toBe(bob)
  return { bob, token }
}

async function newStore() {
  const tenant = await newTenant()
  const ann = randomUUID()
  const sent = order({ email, user: { id: ann, email }, billingAddress: anns })
  const createdOn = new Date().toISOString()
  await sendEvent(tenant, 'order.completed', sent, { createdOn })
  return { tenant, ann, sent, createdOn, ...(await passAddressToBob(tenant, ann)) }
}

test('keeps the orders of the former owner, who is still a customer, and counts them', async () => {
  const { tenant, ann, sent, bob, token } = await newStore()
  const result = await erase(tenant, email)
  expect(result).toMatchObject({ counts: { customers: 1, orders: 1 }, ofOtherCustomers: { [ann]: 1 } })
  expect(await orderOf(tenant, token)).toMatchObject({ email: '', billingAddressName: '' })
  expect((await get(tenant, bob)).status).toBe(404)
  expect(await orderOf(tenant, sent.token)).toMatchObject({ email, billingAddressName: 'First' })
  expect((await get(tenant, ann)).body.email).toBe('ann@home.example')
})

test('does not wait for the open subscription of the former owner', async () => {
  const tenant = await newTenant()
  const ann = randomUUID()
  const subscription = v1Subscription({ user: { id: ann, email, billingAddress: anns } })
  await sendEvent(tenant, 'subscription.created', subscription)
  const { token } = await passAddressToBob(tenant, ann)
  expect(await erase(tenant, email)).toMatchObject({ pendingSubscriptions: [], ofOtherCustomers: { [ann]: 1 } })
  expect((await orderOf(tenant, token)).email).toBe('')
  expect((await subscriptionOf(tenant, subscription.id)).body.user.email).toBe(email)
})

test('keeps the session of the former owner, and deletes what names no customer', async () => {
  const { tenant, ann } = await newStore()
  const [annsSession, other] = [
    await createSession(tenant, { customerId: ann, email }),
    await createSession(tenant, { email }),
  ]
  const { token } = cart({ email })
  await sendEvent(tenant, 'cart.updated', cart({ token, email }))
  expect((await erase(tenant, email)).counts).toMatchObject({ sessions: 1, carts: 1 })
  expect((await session(tenant, annsSession)).status).toBe(200)
  expect((await session(tenant, other)).status).toBe(404)
  expect((await call('carts.get', tenant, { params: { token } })).status).toBe(404)
})

test('erases orders with the address of a former owner who was deleted, and of guests without a customer', async () => {
  const { tenant, ann, sent } = await newStore()
  await call('customers.remove', tenant, { params: { id: ann } })
  expect(await erase(tenant, email)).toMatchObject({ counts: { orders: 2 }, ofOtherCustomers: {} })
  expect(await orderOf(tenant, sent.token)).toMatchObject({ email: '', billingAddressName: '' })
})

test('keeps the order of the former owner also when it is reported or imported again', async () => {
  const { tenant, ann, sent, createdOn } = await newStore()
  await erase(tenant, email)
  await sendEvent(tenant, 'order.completed', sent, { createdOn })
  await importObject('orders', tenant, { order: sent, refunds: [], digitalGoods: [] })
  expect(await orderOf(tenant, sent.token)).toMatchObject({ email, billingAddressName: 'First', userId: ann })
})

test('an older event saves nothing personal of an order of the erased customer', async () => {
  const { tenant, bob, token, createdOn } = await newStore()
  await erase(tenant, email)
  for (const repeated of [token, randomUUID()]) {
    const sent = order({ token: repeated, email, user: { id: bob, email }, billingAddress: bobs })
    await sendEvent(tenant, 'order.completed', sent, { createdOn })
    expect(await orderOf(tenant, repeated)).toMatchObject({ email: '', billingAddressName: '' })
  }
})
