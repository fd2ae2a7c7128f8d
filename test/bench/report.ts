/** Measures a store and a smaller one, and prints costs, limits and failures. */

import * as accounts from '../../lib/accounts/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { loadCarts, measureCarts } from './carts.ts'
import { loadCatalogue } from './catalogue-load.ts'
import { type Comparison, failuresOf, sameRequestIn, tableOf } from './comparison.ts'
import { loadStore } from './load.ts'
import { type Measurement, measureEach, measureStore } from './measurements.ts'
import { pageLength } from './page-requests.ts'
import { describeSales, productRequests } from './product-requests.ts'
import { measureCounts, subscriptionRequests } from './subscription-requests.ts'
import { loadSubscriptions } from './subscriptions.ts'
import { table } from './table.ts'
import { itemsPerOrder, maxUnitsPerOrder, measureOrder, type WriteUnits } from './write-units.ts'

const baselineOrderCount = 1000
const baselineSubscriptionCount = 1000
/**
 * The costs of products are compared with those in a store that has a tenth of the products. The costs of sales in a
 * range may be ten times as high.
 */
const productGrowth = 10

export interface Sizes {
  orders: number
  products: number
  carts: number
  subscriptions: number
}

interface Section {
  text: string
  failures: string[]
}

/** Returns the exit code: 1 if a limit was exceeded, or a reply or a loaded tally was wrong. */
export async function report({ orders, products, carts, subscriptions }: Sizes): Promise<number> {
  const failures: string[] = []
  const print = async (section: Promise<Section>) => {
    const { text, failures: sectionFailures } = await section
    console.log(`\n${text}`)
    failures.push(...sectionFailures)
  }
  await print(ordersSection(orders))
  await print(productsSection(products))
  await print(cartsSection(carts))
  await print(subscriptionsSection(subscriptions))
  const hasFailures = failures.length > 0
  console.log(hasFailures ? `\nFailures:\n  ${failures.join('\n  ')}` : '\nAll costs are within their limits.')
  return hasFailures ? 1 : 0
}

async function createStore(): Promise<Tenant> {
  const { account } = await accounts.create({
    name: 'A benchmark store',
    currency: 'EUR',
    features: ['abandonedCarts'],
  })
  return { account, mode: 'Live' }
}

async function measureOrders(count: number) {
  const store = await loadStore(await createStore(), count)
  return { measurements: await measureStore(store), writeUnits: await measureOrder(store, count) }
}

async function ordersSection(count: number): Promise<Section> {
  const baseline = count === baselineOrderCount ? undefined : await measureOrders(baselineOrderCount)
  const { measurements, writeUnits } = await measureOrders(count)
  const baselineOf = sameRequestIn(baseline?.measurements ?? [])
  const comparison: Comparison = { measurements, baselineOf, baselineName: `at ${baselineOrderCount}` }
  const units = totalOf(writeUnits)
  const failures = units > maxUnitsPerOrder ? [`${units} write units per order, limit ${maxUnitsPerOrder}`] : []
  const text = `Pages of ${pageLength} in a store of ${count} orders\n\n${tableOf(comparison)}\n
Write units of another order of ${itemsPerOrder} items\n\n${writeTable(writeUnits, baseline?.writeUnits)}`
  return { text, failures: [...failuresOf(comparison), ...failures] }
}

interface ProductMeasurements {
  measurements: Measurement[]
  failures: string[]
  description: string
}

async function measureProducts(count: number): Promise<ProductMeasurements> {
  const catalogue = await loadCatalogue(await createStore(), count)
  const measurements = await measureEach(catalogue, productRequests(catalogue, productGrowth))
  return { measurements, failures: catalogue.failures, description: describeSales(catalogue) }
}

async function productsSection(count: number): Promise<Section> {
  const baselineCount = Math.ceil(count / productGrowth)
  const baseline = await measureProducts(baselineCount)
  const { measurements, failures, description } = await measureProducts(count)
  const baselineOf = sameRequestIn(baseline.measurements)
  const comparison: Comparison = { measurements, baselineOf, baselineName: `at ${baselineCount}` }
  const text = `Pages of ${pageLength} in a store of ${count} products\n\n${tableOf(comparison)}\n\n${description}`
  return { text, failures: [...baseline.failures, ...failures, ...failuresOf(comparison)] }
}

async function cartsSection(count: number): Promise<Section> {
  const tenant = await createStore()
  const [first, last] = await measureCarts(tenant, await loadCarts(tenant, count))
  const baselineOf = (measurement: Measurement) => (measurement === last ? first : undefined)
  const comparison: Comparison = { measurements: [first, last], baselineOf, baselineName: 'of page 1' }
  const text = `Pages of ${pageLength} in a store of ${count} open carts\n\n${tableOf(comparison)}`
  return { text, failures: failuresOf(comparison) }
}

async function measureSubscriptions(count: number): Promise<Measurement[]> {
  const tenant = await createStore()
  const models = await loadSubscriptions(tenant, count)
  const pages = await measureEach(tenant, subscriptionRequests(models))
  return [...pages, ...(await measureCounts(tenant, models))]
}

async function subscriptionsSection(count: number): Promise<Section> {
  const baseline = await measureSubscriptions(baselineSubscriptionCount)
  const measurements = await measureSubscriptions(count)
  const baselineOf = sameRequestIn(baseline)
  const baselineName = `at ${baselineSubscriptionCount}`
  const comparison: Comparison = { measurements, baselineOf, baselineName }
  const text = `Pages of ${pageLength} in a store of ${count} subscriptions\n\n${tableOf(comparison)}`
  return { text, failures: failuresOf(comparison) }
}

const totalOf = (writeUnits: WriteUnits) => sumOf(writeUnits, ({ units }) => units)
const sumOf = (writeUnits: WriteUnits, select: (one: WriteUnits[string]) => number) =>
  Object.values(writeUnits).reduce((sum, one) => sum + select(one), 0)

function writeTable(writeUnits: WriteUnits, baseline: WriteUnits | undefined): string {
  const rows = Object.entries(writeUnits).map(
    ([kind, { rows, units, indexUnits }]) => [kind, rows, units, indexUnits, baseline?.[kind]?.units ?? '–'] as const,
  )
  const total = [
    'total',
    sumOf(writeUnits, one => one.rows),
    totalOf(writeUnits),
    sumOf(writeUnits, one => one.indexUnits),
    baseline ? totalOf(baseline) : '–',
  ]
  const sorted = rows.toSorted(([, , one], [, , other]) => other - one)
  const head = ['kind of row', 'rows', 'units', 'in the index', `units at ${baselineOrderCount}`]
  return table(head, [...sorted, total])
}
