/** Checks a whole store: every list, total and counter against the orders that were sent. */

import { emailHash } from '../../lib/core/email.ts'
import { guestIdOf, productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { CustomerRow, keyOf as customerKeyOf } from '../../lib/customers/entity.ts'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { listToRead } from '../../lib/lists/find.ts'
import { readTally } from '../../lib/lists/tally.ts'
import * as orders from '../../lib/orders/index.ts'
import { listQueryOf } from '../../lib/orders/lists.ts'
import { OrderQuery } from '../../lib/orders/schemas.ts'
import { ProductRow, keyOf as productKeyOf } from '../../lib/products/entity.ts'
import { matchingOrders, type OrderFacts, orderFacts, type Query } from './model.ts'
import type { MadeOrder } from './orders.ts'
import { eachOf } from './progress.ts'

const pageLength = 100
const atOnce = 4

export const ordersTotal = async (tenant: Tenant) =>
  (await readTally({ ...tenant, list: 'orders' }, '', true)).count

/** Every difference from what the orders lead to. */
export async function faultsOf(tenant: Tenant, made: readonly MadeOrder[]): Promise<string[]> {
  const latest = made.map(order => ({ ...orderFacts(order), ...neverSentBack(order) }))
  const faults: string[] = []
  const requireSame = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) faults.push(`${what}: ${found}, not ${wanted}`)
  }
  for (const query of queriesOf(latest)) await auditList(tenant, latest, query, requireSame)
  await auditCustomers(tenant, made, requireSame)
  await auditProducts(tenant, made, requireSame)
  return faults
}

type Require = (what: string, found: unknown, wanted: unknown) => void

/** These orders have no withdrawals. */
const neverSentBack = (order: MadeOrder) => ({
  says: { ...orderFacts(order).says, hasPendingWithdrawal: 'false' },
})

/** All orders, and those of every status, country and city, and of every product. */
function queriesOf(latest: readonly OrderFacts[]): Query[] {
  const fields = ['status', 'isRecurringOrder', 'billingAddressCountry', 'shippingAddressCity']
  const values = (field: string) => [...new Set(latest.map(({ says }) => says[field] ?? ''))]
  const products = [...new Set(latest.flatMap(({ products }) => products))]
  return [
    {},
    ...fields.flatMap(field => values(field).map(value => ({ [field]: value }))),
    ...products.map(productId => ({ productId })),
  ]
}

async function auditList(tenant: Tenant, latest: OrderFacts[], query: Query, requireSame: Require) {
  const name = `orders ${JSON.stringify(query)}`
  const wanted = matchingOrders(latest, query).map(({ id }) => id)
  const found: string[] = []
  for (let offset = 0; offset === 0 || offset < wanted.length; offset += pageLength) {
    const page = await orders.list(tenant, OrderQuery.parse({ ...query, offset, limit: pageLength }))
    requireSame(`${name}, total at ${offset}`, page.totalItems, wanted.length)
    found.push(...page.items.map(({ token }) => token))
  }
  requireSame(`${name}, pages`, found.join(), wanted.join())
  await auditTally(tenant, query, wanted.length, requireSame)
}

/** The tally itself, which pages of a short list do not read. */
async function auditTally(tenant: Tenant, query: Query, wanted: number, requireSame: Require) {
  const { list } = await listToRead(listQueryOf(tenant, OrderQuery.parse(query)))
  const [{ count }, entries] = await Promise.all([
    readTally(list, '', true),
    readEntries(list, { range: fullRange, consistent: true }),
  ])
  requireSame(`entries of ${list.list}`, entries.length, wanted)
  requireSame(`tally of ${list.list}`, count, wanted)
}

const cents = (amount: number) => Math.round(amount * 100)
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

async function auditCustomers(tenant: Tenant, made: readonly MadeOrder[], requireSame: Require) {
  await eachOf(
    Map.groupBy(made, ({ email }) => email),
    atOnce,
    async ([email, bought]) => {
      const key = customerKeyOf(tenant, guestIdOf(tenant, emailHash(email), ''))
      const { data } = await CustomerRow.get(key).go({ consistent: true })
      requireSame(`orders of ${email}`, data?.ordersCount, bought.length)
      const spent = sum(bought.map(({ finalGrandTotal }) => cents(finalGrandTotal)))
      requireSame(`cents of ${email}`, data?.ordersAmount, spent)
    },
  )
}

async function auditProducts(tenant: Tenant, made: readonly MadeOrder[], requireSame: Require) {
  const lines = Map.groupBy(
    made.flatMap(({ items }) => items),
    ({ id }) => id,
  )
  await eachOf(lines, atOnce, async ([id, sold]) => {
    const { data } = await ProductRow.get(productKeyOf(tenant, productIdOf(tenant, id))).go({
      consistent: true,
    })
    requireSame(`units of ${id}`, data?.unitsSold, sum(sold.map(({ quantity }) => quantity)))
    requireSame(`cents of ${id}`, data?.salesAmount, sum(sold.map(({ totalPrice }) => cents(totalPrice))))
  })
}
