/**
 * Tests that an order belongs to the customer who had the order's e-mail address when the order was placed, in whatever
 * sequence the events arrive.
 */

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { emailHash } from '../../lib/core/email.ts'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { address, event, order, send, sendEvent } from '../support/checkout.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

let restore = () => {}
afterEach(() => restore())

const at = (n: number) => ({ createdOn: new Date(Date.UTC(2026, 8, 1, 0, n)).toISOString() })

interface Shop extends Tenant {
  id: string
  token: string
}

const newShop = async (): Promise<Shop> => ({ ...(await newTenant()), id: randomUUID(), token: randomUUID() })

const registration = (shop: Shop) => event(shop, 'customer.updated', { id: shop.id, email: 'old@example.com' }, at(1))
const guestOrder = ({ token, ...tenant }: Shop) => {
  const fields = { token, email: 'old@example.com', user: null, billingAddress: address({ city: 'Kiel' }) }
  return event(tenant, 'order.completed', order(fields), at(2))
}
const emailChange = (shop: Shop) => event(shop, 'customer.updated', { id: shop.id, email: 'new@example.com' }, at(7))

async function expectOneCustomer(shop: Shop) {
  await updateTallies(shop)
  const { items, totalItems } = (await call('customers.list', shop, { query: { orderBy: 'Date' } })).body
  expect({ items, totalItems }).toMatchObject({
    items: [{ email: 'new@example.com', billingAddressCity: 'Kiel', statistics: { ordersCount: 1 } }],
    totalItems: 1,
  })
  const { body } = await call('customers.orders', shop, { params: { id: shop.id } })
  expect(body).toMatchObject([{ token: shop.token }])
}

test.each([
  [[registration, guestOrder, emailChange]],
  [[registration, emailChange, guestOrder]],
  [[guestOrder, registration, emailChange]],
  [[guestOrder, emailChange, registration]],
  [[emailChange, registration, guestOrder]],
  [[emailChange, guestOrder, registration]],
])('a customer with a new address keeps the order placed with the past one: sequence %#', async events => {
  const shop = await newShop()
  for (const event of events) expect(await send(event(shop))).toEqual([])
  await expectOneCustomer(shop)
})

const customerWith = async (shop: Shop, email: string) =>
  (await call('customers.list', shop, { query: { email } })).body.items[0]
const tokensOf = async (shop: Shop, id: string) =>
  (await call('customers.orders', shop, { params: { id } })).body.map(({ token }: { token: string }) => token)

/** Sends events that happened long ago, in their sequence: a customer with an order has changed the address. */
async function newShopWithPastAddress() {
  const shop = await newShop()
  for (const event of [registration, guestOrder, emailChange]) expect(await send(event(shop))).toEqual([])
  return shop
}

async function expectCustomerWithOrder(shop: Shop) {
  expect(await customerWith(shop, 'new@example.com')).toMatchObject({ id: shop.id })
  expect(await tokensOf(shop, shop.id)).toEqual([shop.token])
}

test('a new customer who registers with the past address of another remains another customer', async () => {
  const shop = await newShopWithPastAddress()
  const id = randomUUID()
  const session = { token: randomUUID(), email: 'old@example.com', expires: '2099-01-01' }
  await sendEvent(shop, 'customer.updated', { id, email: 'old@example.com' }, at(8))
  await sendEvent(shop, 'customer.session.created', session, at(9))
  expect(await customerWith(shop, 'old@example.com')).toMatchObject({ id, billingAddressCity: '' })
  expect(await tokensOf(shop, id)).toEqual([])
  expect((await call('sessions.get', shop, { params: session })).body).toMatchObject({ customer: { id } })
  await expectCustomerWithOrder(shop)
})

test('an order with the past address of a customer belongs to another customer', async () => {
  const shop = await newShopWithPastAddress()
  const { token } = order()
  await sendEvent(shop, 'order.completed', order({ token, email: 'old@example.com', user: null }), at(8))
  expect(await tokensOf(shop, (await customerWith(shop, 'old@example.com')).id)).toEqual([token])
  await expectCustomerWithOrder(shop)
})

test('an order with an address that a customer has used only in an earlier order belongs to another customer', async () => {
  const shop = await newShop()
  const { id, token } = shop
  const fields = { token, email: 'old@example.com', user: { id, email: 'old@example.com' } }
  await send(emailChange(shop), event(shop, 'order.completed', order(fields), at(8)))
  await sendEvent(shop, 'order.completed', order({ email: 'old@example.com', user: null }), at(9))
  expect(await customerWith(shop, 'old@example.com')).not.toMatchObject({ id })
  await expectCustomerWithOrder(shop)
})

test('returns the customer for the id of a merged guest', async () => {
  const shop = await newShop()
  await send(emailChange(shop), guestOrder(shop))
  const { items } = (await call('customers.list', shop, { query: { orderBy: 'Date' } })).body
  const guest = items.find(({ id }: { id: string }) => id !== shop.id)
  await send(registration(shop))
  expect((await call('customers.get', shop, { params: { id: guest.id } })).body).toMatchObject({ id: shop.id })
})

test('a merge interrupted at any request is completed by the next delivery', { tags: ['long'] }, async () => {
  let limit = 0
  for (let isInterrupted = true; isInterrupted; limit++) {
    const shop = await newShop()
    await send(emailChange(shop), guestOrder(shop))
    const errorSpy = vi.spyOn(log, 'error').mockImplementation(() => {})
    let requestCount = 0
    restore = around((_, request) => (++requestCount > limit ? Promise.reject(throttled()) : request()))
    const lateEvent = registration(shop)
    await send(lateEvent)
    restore()
    errorSpy.mockRestore()
    isInterrupted = requestCount > limit
    expect(await send(lateEvent)).toEqual([])
    await expectOneCustomer(shop)
  }
  expect(limit).toBeGreaterThan(10)
})

test('orders of a guest that are completed during the merge belong to the customer too', {
  tags: ['long'],
}, async () => {
  for (let round = 0; round < 5; round++) {
    const shop = await newShop()
    await send(emailChange(shop), guestOrder(shop))
    const { account, mode } = shop
    const orderEvents = [4, 5, 6].map(n =>
      event({ account, mode }, 'order.completed', order({ email: 'old@example.com', user: null }), at(n)),
    )
    const failedIds = await Promise.all([registration(shop), ...orderEvents].map(one => send(one)))
    expect(failedIds.flat()).toEqual([])
    await updateTallies(shop)
    const { body } = await call('customers.orders', shop, { params: { id: shop.id } })
    expect(body).toHaveLength(4)
  }
})

test('an order whose guest is merged between two reads belongs to the customer', async () => {
  const shop = await newShop()
  await send(emailChange(shop), guestOrder(shop))
  let isMerged = false
  restore = around(async (command, request, input) => {
    const reply = await request()
    const isClaim = command === 'GetItemCommand' && JSON.stringify(input).includes(emailHash('old@example.com'))
    if (isClaim && !isMerged) {
      isMerged = true
      expect(await send(registration(shop))).toEqual([])
    }
    return reply
  })
  const { id, token, ...tenant } = shop
  await sendEvent(tenant, 'order.completed', order({ email: 'old@example.com', user: null }), at(4))
  expect(isMerged).toBe(true)
  expect((await call('customers.orders', shop, { params: { id } })).body).toHaveLength(2)
  const { totalItems } = (await call('customers.list', shop, { query: { orderBy: 'Date' } })).body
  expect(totalItems).toBe(1)
})

test('an order with the e-mail address of a guest does not merge the guest with the buyer', async () => {
  const { id, token, ...tenant } = await newShop()
  const [own, other] = ['own@example.com', 'other@example.com']
  await sendEvent(tenant, 'customer.updated', { id, email: own }, at(1))
  await sendEvent(tenant, 'order.completed', order({ email: other, user: null }), at(2))
  await sendEvent(tenant, 'order.completed', order({ token, email: other, user: { id, email: own } }), at(3))
  const { items } = (await call('customers.list', tenant, { query: { orderBy: 'Date' } })).body
  expect(items).toHaveLength(2)
  expect((await call('customers.orders', tenant, { params: { id } })).body).toEqual([])
  const guest = items.find(({ email }: { email: string }) => email === other)
  expect((await call('customers.orders', tenant, { params: { id: guest.id } })).body).toHaveLength(2)
})

test('two registered customers are never merged', async () => {
  const shop = await newShop()
  await send(emailChange(shop), guestOrder(shop))
  await sendEvent(shop, 'customer.updated', { id: randomUUID(), email: 'old@example.com' }, at(8))
  await send(registration(shop))
  const { items } = (await call('customers.list', shop, { query: { orderBy: 'Date' } })).body
  const emails = items.map(({ email }: { email: string }) => email)
  expect(emails.toSorted()).toEqual(['new@example.com', 'old@example.com'])
})
