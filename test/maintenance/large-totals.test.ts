/**
 * Tests totals above 2^53 minor units, which a JavaScript number cannot represent exactly.
 * @module-tag long
 */

import { expect, test } from 'vitest'
import * as accounts from '../../lib/accounts/index.ts'
import { productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { readTally } from '../../lib/lists/tally.ts'
import { findingOf, repairDifferences } from '../../lib/maintenance/index.ts'
import { productSalesList } from '../../lib/orders/index.ts'
import { keyOf, ProductRow } from '../../lib/products/entity.ts'
import { check } from '../support/check.ts'
import { completeOrder, item } from '../support/checkout.ts'
import { call } from '../support/store.ts'
import { updateAllTallies } from '../support/stream-worker.ts'

/** Nine orders of this amount add up to less than 2^53 fils, and ten to more. */
const largest = 999_999_999_999.989
const largestFils = 999_999_999_999_989n

async function storeIn(currency: string): Promise<Tenant> {
  const { account } = await accounts.create({ name: 'A test store', currency, features: [] })
  return { account, mode: 'Test' }
}

const sell = (tenant: Tenant, price: number, fields = {}) =>
  completeOrder(tenant, { currency: 'KWD', finalGrandTotal: price, items: [item({ price })], ...fields })

async function sellLargest(tenant: Tenant, count: number) {
  for (let n = 0; n < count; n++) await sell(tenant, largest)
}

const salesOf = (tenant: Tenant) => {
  const list = productSalesList(productIdOf(tenant, 'TEE'))
  return readTally({ ...tenant, list }, '', true)
}

const firstOf = async (tenant: Tenant, name: string, query = {}) => (await call(name, tenant, { query })).body.items[0]

test('a total above 2^53 is exact, and later orders are counted', async () => {
  const tenant = await storeIn('KWD')
  await sellLargest(tenant, 10)
  await updateAllTallies(tenant)
  await sell(tenant, 0.001)
  await sell(tenant, 0.002, { email: 'other@example.com' })
  await updateAllTallies(tenant)

  const fils = 10n * largestFils + 3n
  expect(await salesOf(tenant)).toMatchObject({ count: 12, measures: [12n, fils] })
  const { body } = await call('orders.list', tenant, { query: { limit: '0' } })
  expect(body.totalItems).toBe(12)
  const statistics = { numberOfSales: 12, totalSales: 9_999_999_999_999.893 }
  for (const query of [{ orderBy: 'SalesValue' }, { orderBy: 'SalesValue', from: '2026-01-01' }])
    expect(await firstOf(tenant, 'products.list', query)).toMatchObject({ statistics })
  expect(await firstOf(tenant, 'customers.list', { orderBy: 'OrdersValue' })).toMatchObject({
    email: 'jane.doe@example.com',
    statistics: { ordersCount: 11, ordersAmount: 9_999_999_999_999.891 },
  })
  expect(await check(tenant, quick)).toEqual([])
})

const quick = { wait: async () => {} }

test('a product with more than 2^53 units sold is listed with the largest exact integer', async () => {
  const tenant = await storeIn('KWD')
  await sell(tenant, 5)
  await ProductRow.patch(keyOf(tenant, productIdOf(tenant, 'TEE')))
    .set({ unitsSold: 2n ** 60n })
    .go()
  for (const orderBy of ['NbrSales', 'CreationDate'])
    expect(await firstOf(tenant, 'products.list', { orderBy })).toMatchObject({
      statistics: { numberOfSales: Number.MAX_SAFE_INTEGER },
    })
})

test('an order whose lines of one product add up to more than 2^53 is stored and counted', async () => {
  const tenant = await storeIn('KWD')
  const items = Array.from({ length: 10 }, () => item({ price: largest }))
  await sell(tenant, largest, { items })
  await updateAllTallies(tenant)
  expect(await salesOf(tenant)).toMatchObject({ count: 1, measures: [10n, 10n * largestFils] })
  expect(await check(tenant, quick)).toEqual([])
})

test('a check finds totals that stopped at 2^53, and repairs them', { tags: ['long'] }, async () => {
  const tenant = await storeIn('KWD')
  await sellLargest(tenant, 9)
  await updateAllTallies(tenant)
  await sellLargest(tenant, 2)
  const differences = await check(tenant, quick)
  expect(differences.map(findingOf)).toContainEqual({
    kind: 'wrong-tally',
    key: 'bucket t202608',
    list: productSalesList(productIdOf(tenant, 'TEE')),
    is: `9 9 ${9n * largestFils}`,
    shouldBe: `11 11 ${11n * largestFils}`,
  })
  expect(await repairDifferences(tenant, differences)).toEqual([])
  await updateAllTallies(tenant)
  expect(await check(tenant, quick)).toEqual([])
  expect(await salesOf(tenant)).toMatchObject({ count: 11, measures: [11n, 11n * largestFils] })
})

test('95 orders of the largest amount stop no total', { tags: ['long'] }, async () => {
  const tenant = await storeIn('EUR')
  for (let n = 0; n < 95; n++) await sell(tenant, 999_999_999_999.99, { currency: 'EUR' })
  await updateAllTallies(tenant)
  await sell(tenant, 20, { currency: 'EUR' })
  await updateAllTallies(tenant)
  const { statistics } = await firstOf(tenant, 'products.list')
  expect(statistics).toEqual({ numberOfSales: 96, totalSales: 95_000_000_000_019.05 })
  expect((await call('orders.list', tenant, { query: { limit: '0' } })).body.totalItems).toBe(96)
  expect(await salesOf(tenant)).toMatchObject({ measures: [96n, 9_500_000_000_001_905n] })
})
