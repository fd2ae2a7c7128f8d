/** Compares the lists, totals and counters of a store with the orders that were sent to it. */

import { emailHash } from '../../lib/core/email.ts'
import { guestIdOf, productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { CustomerRow, keyOf as customerKeyOf } from '../../lib/customers/entity.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { findListToRead } from '../../lib/lists/find-entries.ts'
import { readTally } from '../../lib/lists/tally.ts'
import { list as listOrders } from '../../lib/orders/index.ts'
import { listQueryOf } from '../../lib/orders/lists.ts'
import { OrderQuery } from '../../lib/orders/schemas.ts'
import { ProductRow, keyOf as productKeyOf } from '../../lib/products/entity.ts'
import { type ModelOrder, matchingOrders, modelOrderOf, type Query } from './model.ts'
import type { GeneratedOrder } from './orders.ts'
import { forEachConcurrent } from './progress.ts'

const pageLength = 100
const concurrency = 4

export const ordersTotal = async (tenant: Tenant) => (await readTally({ ...tenant, list: 'orders' }, '', true)).count

/** Returns the differences that it finds between the store and the orders sent to it. */
export async function auditStore(tenant: Tenant, orders: readonly GeneratedOrder[]): Promise<string[]> {
  const models = orders.map(modelWithoutWithdrawal)
  const differences: string[] = []
  const compare = (name: string, actual: unknown, expected: unknown) => {
    if (actual !== expected) differences.push(`${name}: ${actual}, expected ${expected}`)
  }
  for (const query of queriesOf(models)) await auditList(tenant, models, query, compare)
  await auditCustomers(tenant, orders, compare)
  await auditProducts(tenant, orders, compare)
  return differences
}

type Compare = (name: string, actual: unknown, expected: unknown) => void

/** Returns the expected order without a pending withdrawal, because the throughput benchmark sends no withdrawals. */
function modelWithoutWithdrawal(order: GeneratedOrder): ModelOrder {
  const model = modelOrderOf(order)
  return { ...model, fields: { ...model.fields, hasPendingWithdrawal: 'false' } }
}

/** Returns a query for all orders, one for each value of the filters in `names`, and one for each product. */
function queriesOf(models: readonly ModelOrder[]): Query[] {
  const names = ['status', 'isRecurringOrder', 'billingAddressCountry', 'shippingAddressCity']
  const values = (name: string) => [...new Set(models.map(({ fields }) => fields[name] ?? ''))]
  const products = [...new Set(models.flatMap(({ products }) => products))]
  return [
    {},
    ...names.flatMap(name => values(name).map(value => ({ [name]: value }))),
    ...products.map(productId => ({ productId })),
  ]
}

async function auditList(tenant: Tenant, models: ModelOrder[], query: Query, compare: Compare) {
  const name = `orders ${JSON.stringify(query)}`
  const expected = matchingOrders(models, query).map(({ id }) => id)
  const actual: string[] = []
  for (let offset = 0; offset === 0 || offset < expected.length; offset += pageLength) {
    const page = await listOrders(tenant, OrderQuery.parse({ ...query, offset, limit: pageLength }))
    compare(`${name}, total at offset ${offset}`, page.totalItems, expected.length)
    actual.push(...page.items.map(({ token }) => token))
  }
  compare(`${name}, items`, actual.join(), expected.join())
  await auditTally(tenant, query, expected.length, compare)
}

/** Compares the number of entries and the tally with `expected`, because pages of a short list read no tally. */
async function auditTally(tenant: Tenant, query: Query, expected: number, compare: Compare) {
  const { list } = await findListToRead(listQueryOf(tenant, OrderQuery.parse(query)))
  const [{ count }, entries] = await Promise.all([
    readTally(list, '', true),
    readEntries(list, { range: fullRange, consistent: true }),
  ])
  compare(`entries of ${list.list}`, entries.length, expected)
  compare(`tally of ${list.list}`, count, expected)
}

const cents = (amount: number) => Math.round(amount * 100)
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

async function auditCustomers(tenant: Tenant, orders: readonly GeneratedOrder[], compare: Compare) {
  const ordersByEmail = Map.groupBy(orders, ({ email }) => email)
  await forEachConcurrent(ordersByEmail, concurrency, async ([email, customerOrders]) => {
    const key = customerKeyOf(tenant, guestIdOf(tenant, emailHash(email), ''))
    const { data } = await CustomerRow.get(key).go({ consistent: true })
    compare(`orders of ${email}`, data?.ordersCount, customerOrders.length)
    const amount = sum(customerOrders.map(({ finalGrandTotal }) => cents(finalGrandTotal)))
    compare(`cents of ${email}`, data?.ordersAmount, BigInt(amount))
  })
}

async function auditProducts(tenant: Tenant, orders: readonly GeneratedOrder[], compare: Compare) {
  const items = orders.flatMap(order => order.items)
  const itemsById = Map.groupBy(items, ({ id }) => id)
  await forEachConcurrent(itemsById, concurrency, async ([id, lines]) => {
    const key = productKeyOf(tenant, productIdOf(tenant, id))
    const { data } = await ProductRow.get(key).go({ consistent: true })
    compare(`units of ${id}`, data?.unitsSold, BigInt(sum(lines.map(({ quantity }) => quantity))))
    const amount = sum(lines.map(({ totalPrice }) => cents(totalPrice)))
    compare(`cents of ${id}`, data?.salesAmount, BigInt(amount))
  })
}
