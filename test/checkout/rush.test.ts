/**
 * Tests many concurrent orders of one product, in a table that rejects conflicting writes as DynamoDB does.
 * @module-tag long
 */

import { afterEach, expect, test, vi } from 'vitest'
import { mapConcurrent } from '../../lib/core/map-concurrent.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { readMovementPages } from '../../lib/orders/stock-movements.ts'
import type { Inventory } from '../../lib/products/inventory.ts'
import { event, item, order, send } from '../support/checkout.ts'
import { newTenant } from '../support/store.ts'
import { useTransactions } from '../support/transactions.ts'
import { stocked, stockOf } from './rows.ts'

/** The rates include all processor time that a Lambda needs for a request, also for its signature. */
vi.hoisted(() => {
  process.env.SIGN_REQUESTS = 'yes'
})

const movementsOf = async (tenant: Tenant) => (await Array.fromAsync(readMovementPages(tenant))).flat()

let restore = () => {}
afterEach(() => restore())

const single: Inventory = { method: 'Single', stock: 1000, allowOutOfStockPurchases: false }
const variantOf = (option: string) => ({
  variation: [{ name: 'Size', option }],
  stock: 1000,
  allowOutOfStockPurchases: false,
})
const variants: Inventory = {
  method: 'Variant',
  variants: [variantOf('S'), variantOf('M')],
  allowOutOfStockPurchases: false,
}

interface Rush {
  tenant: Tenant
  /** Returns the id of the product in the n-th order. */
  idOf: (n: number) => string
  inventory?: Inventory
  orders?: number
}

/**
 * Sends many concurrent orders, each with a different buyer. An earlier order contains all of the products, so they
 * exist already.
 */
async function sendRush({ tenant, idOf, inventory, orders = 200 }: Rush) {
  const ids = Array.from({ length: orders }, (_, n) => idOf(n))
  const known = [...new Set(ids)]
  if (inventory) await mapConcurrent(known, 10, id => stocked(tenant, id, { inventory }))
  const completionOf = (email: string, items: readonly string[], n = 0) => {
    const customFields = [{ name: 'Size', value: n % 2 ? 'M' : 'S' }]
    const content = order({ email, items: items.map(id => item({ id, customFields })) })
    return event(tenant, 'order.completed', content)
  }
  expect(await send(completionOf('first@example.com', known))).toEqual([])
  const events = ids.map((id, n) => completionOf(`buyer${n}@example.com`, [id], n))
  const transactions = useTransactions(8)
  restore = transactions.restore
  const startedAt = performance.now()
  const failed: string[] = []
  const traffic = await mapConcurrent(events, 100, one =>
    transactions.measure(async () => failed.push(...(await send(one)))),
  )
  const rate = orders / (performance.now() - startedAt)
  restore()
  const sumOf = (field: keyof (typeof traffic)[number]) => traffic.reduce((sum, one) => sum + one[field], 0)
  const mostRejections = Math.max(...traffic.map(({ rejections }) => rejections))
  return { failed, rate, rejections: sumOf('rejections'), requests: sumOf('requests'), mostRejections }
}

/** Returns the rate of orders of one product, divided by the rate of orders of distinct products. */
async function compareRates(): Promise<number> {
  const tenant = await newTenant()
  const distinct = await sendRush({ tenant, idOf: n => `P${n}`, inventory: single })
  const one = await sendRush({ tenant, idOf: () => 'TEE', inventory: single })
  expect(distinct).toMatchObject({ failed: [], rejections: 0 })
  expect(one.failed).toEqual([])
  expect(await stockOf(tenant, 'TEE')).toBe(799)
  expect(await stockOf(tenant, 'P77')).toBe(998)
  expect(await movementsOf(tenant)).toEqual([])
  expect(one.rejections).toBeLessThanOrEqual(200)
  expect(one.requests).toBeLessThan(1.5 * distinct.requests)
  return one.rate / distinct.rate
}

test('200 orders of one product, 100 at a time, are as fast as those of distinct products', async () => {
  const rates = [await compareRates()]
  /** Other programs may have slowed down one of the two rates, so both are measured up to five times. */
  while (rates.length < 5 && Math.max(...rates) < 0.8) rates.push(await compareRates())
  expect(Math.max(...rates)).toBeGreaterThan(0.8)
})

test('60 orders of two variants of one product reduce the stock of each', async () => {
  const tenant = await newTenant()
  const { failed, rejections } = await sendRush({ tenant, idOf: () => 'TEE', inventory: variants, orders: 60 })
  expect(failed).toEqual([])
  expect(await stockOf(tenant, 'TEE')).toEqual([969, 970])
  expect(rejections).toBeLessThanOrEqual(60)
})

test('60 orders of a product whose stock is not tracked conflict once at most', async () => {
  const tenant = await newTenant()
  const { failed, mostRejections } = await sendRush({ tenant, idOf: () => 'TEE', orders: 60 })
  expect(failed).toEqual([])
  expect(mostRejections).toBeLessThanOrEqual(1)
})
