/** Lists that are made anew: from the entities, and from the entries. */

import { expect, test } from 'vitest'
import type { Tenant } from '../../lib/kit/tenant.ts'
import { everything, readEntries } from '../../lib/lists/entries.ts'
import { readTally, writeTally } from '../../lib/lists/tally.ts'
import { customerList } from '../../lib/orders/index.ts'
import { EntryRow, type List } from '../../lib/store/entry.ts'
import { recount, relist } from '../../lib/upkeep/index.ts'
import { item, ordered, settle } from '../kit/checkout.ts'
import { call, newTenant } from '../kit/store.ts'

const statuses = ['Processed', 'Shipped', 'Pending']

async function shop(): Promise<Tenant> {
  const tenant = await newTenant()
  for (let n = 0; n < 12; n++)
    await ordered(tenant, {
      status: statuses[n % 3],
      email: `buyer${n % 2}@example.com`,
      items: [item({ id: `P${n % 4}` }), item({ id: 'TEE' })],
    })
  await settle(tenant)
  return tenant
}

/** What callers see of a store's lists. */
async function seen(tenant: Tenant) {
  const queries: Record<string, string>[] = [
    {},
    ...statuses.map(status => ({ status })),
    { productId: 'P1' },
    { productId: 'TEE' },
  ]
  const pages = await Promise.all(queries.map(query => call('orders.list', tenant, { query })))
  const customers = await call('customers.list', tenant)
  return [...pages, customers].map(({ body: { totalItems, items } }) => ({ totalItems, items }))
}

const named = (tenant: Tenant, list: string): List => ({ ...tenant, list })

test('everything is put on its lists again, from the entities alone', async () => {
  const tenant = await shop()
  const before = await seen(tenant)
  for (const list of ['orders', 'orders/status=shipped', 'customers/orders']) {
    const entries = await readEntries(named(tenant, list), { range: everything })
    await EntryRow.delete(entries).go()
  }
  expect(await seen(tenant)).not.toEqual(before)
  expect(await relist(tenant)).toEqual({ order: 12, customer: 2, product: 5, cart: 0 })
  expect(await seen(tenant)).toEqual(before)
})

test('all tallies are counted again, and the numbers that follow are saved', async () => {
  const tenant = await shop()
  const before = await seen(tenant)
  const customerId = before.at(-1)!.items[0].id
  for (const list of ['orders', 'orders/status=shipped', customerList(customerId)]) {
    const tally = await readTally(named(tenant, list), '', true)
    await writeTally(named(tenant, list), { ...tally, count: 999, measures: [1], parts: {} })
  }
  const { lists } = await recount(tenant)
  expect(lists).toBeGreaterThan(20)
  expect((await readTally(named(tenant, 'orders'), '', true)).count).toBe(12)
  expect((await readTally(named(tenant, customerList(customerId)), '', true)).count).toBe(6)
  expect(await seen(tenant)).toEqual(before)
})

test('another store, and the other mode, are left alone', async () => {
  const [one, other] = [await shop(), await shop()]
  const before = await seen(other)
  await relist(one)
  await recount(one)
  expect(await seen(other)).toEqual(before)
  expect(await relist({ ...one, mode: 'Live' })).toEqual({ order: 0, customer: 0, product: 0, cart: 0 })
})
