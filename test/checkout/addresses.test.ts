/** Whose an e-mail address was is known once it is told, however late. */

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../lib/core/log.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { address, event, order, send, settle, tell } from '../support/checkout.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { call, newTenant } from '../support/store.ts'

let calm = () => {}
afterEach(() => calm())

const at = (n: number) => ({ createdOn: new Date(Date.UTC(2026, 8, 1, 0, n)).toISOString() })

interface Shop extends Tenant {
  id: string
  token: string
}

const newShop = async (): Promise<Shop> => ({ ...(await newTenant()), id: randomUUID(), token: randomUUID() })

const registers = (shop: Shop) =>
  event(shop, 'customer.updated', { id: shop.id, email: 'old@example.com' }, at(1))
const buys = ({ token, ...tenant }: Shop) => {
  const bought = { token, email: 'old@example.com', user: null, billingAddress: address({ city: 'Kiel' }) }
  return event(tenant, 'order.completed', order(bought), at(2))
}
const moves = (shop: Shop) =>
  event(shop, 'customer.updated', { id: shop.id, email: 'new@example.com' }, at(3))

async function expectOneCustomer(shop: Shop) {
  await settle(shop)
  const { items, totalItems } = (await call('customers.list', shop, { query: { orderBy: 'Date' } })).body
  expect({ items, totalItems }).toMatchObject({
    items: [{ email: 'new@example.com', billingAddressCity: 'Kiel', statistics: { ordersCount: 1 } }],
    totalItems: 1,
  })
  const { body } = await call('customers.orders', shop, { params: { id: shop.id } })
  expect(body).toMatchObject([{ token: shop.token }])
}

test.each([
  [[registers, buys, moves]],
  [[registers, moves, buys]],
  [[buys, registers, moves]],
  [[buys, moves, registers]],
  [[moves, registers, buys]],
  [[moves, buys, registers]],
])('who has moved to a new address has what was bought under the former one: order %#', async happenings => {
  const shop = await newShop()
  for (const happening of happenings) expect(await send(happening(shop))).toEqual([])
  await expectOneCustomer(shop)
})

test('a guest who turns out to be somebody else is still found by the id that was theirs', async () => {
  const shop = await newShop()
  await send(moves(shop), buys(shop))
  const { items } = (await call('customers.list', shop, { query: { orderBy: 'Date' } })).body
  const guest = items.find(({ id }: { id: string }) => id !== shop.id)
  await send(registers(shop))
  expect((await call('customers.get', shop, { params: { id: guest.id } })).body).toMatchObject({
    id: shop.id,
  })
})

test('broken off at any request and told again, all of it is handed over', async () => {
  let last = 0
  for (let isBroken = true; isBroken; last++) {
    const shop = await newShop()
    await send(moves(shop), buys(shop))
    const complaint = vi.spyOn(log, 'error').mockImplementation(() => {})
    let sent = 0
    calm = around((_, request) => (++sent > last ? Promise.reject(throttled()) : request()))
    const late = registers(shop)
    await send(late)
    calm()
    complaint.mockRestore()
    isBroken = sent > last
    expect(await send(late)).toEqual([])
    await expectOneCustomer(shop)
  }
  expect(last).toBeGreaterThan(10)
})

test('what a guest buys at the moment at which it turns out who that is goes with the rest', async () => {
  for (let round = 0; round < 5; round++) {
    const shop = await newShop()
    await send(moves(shop), buys(shop))
    const { account, mode } = shop
    const others = [4, 5, 6].map(n =>
      event({ account, mode }, 'order.completed', order({ email: 'old@example.com', user: null }), at(n)),
    )
    const refused = await Promise.all([registers(shop), ...others].map(one => send(one)))
    expect(refused.flat()).toEqual([])
    await settle(shop)
    const { body } = await call('customers.orders', shop, { params: { id: shop.id } })
    expect(body).toHaveLength(4)
  }
})

test('an order for somebody else, who has bought as a guest, makes nobody one with its buyer', async () => {
  const { id, token, ...tenant } = await newShop()
  const [own, other] = ['own@example.com', 'other@example.com']
  await tell(tenant, 'customer.updated', { id, email: own }, at(1))
  await tell(tenant, 'order.completed', order({ email: other, user: null }), at(2))
  await tell(tenant, 'order.completed', order({ token, email: other, user: { id, email: own } }), at(3))
  const { items } = (await call('customers.list', tenant, { query: { orderBy: 'Date' } })).body
  expect(items).toHaveLength(2)
  expect((await call('customers.orders', tenant, { params: { id } })).body).toEqual([])
  const guest = items.find(({ email }: { email: string }) => email === other)
  expect((await call('customers.orders', tenant, { params: { id: guest.id } })).body).toHaveLength(2)
})

test('somebody who has registered with an address is nobody else', async () => {
  const shop = await newShop()
  await send(moves(shop), buys(shop))
  await tell(shop, 'customer.updated', { id: randomUUID(), email: 'old@example.com' }, at(4))
  await send(registers(shop))
  const { items } = (await call('customers.list', shop, { query: { orderBy: 'Date' } })).body
  const emails = items.map(({ email }: { email: string }) => email)
  expect(emails.toSorted()).toEqual(['new@example.com', 'old@example.com'])
})
