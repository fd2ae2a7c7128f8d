/** Loads the store for `npm run drill`: orders, customers and products with list entries, but without tallies. */

import * as accounts from '../../lib/accounts/index.ts'
import type { AccountId, Tenant } from '../../lib/core/tenant.ts'
import { EmailClaim } from '../../lib/customers/entity.ts'
import { customerDefinition } from '../../lib/customers/stored-object.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { type EntryCounts, type Item, itemOf, itemsOf, writeItems } from './bulk.ts'
import { type GeneratedOrder, generateOrders } from './orders.ts'
import { startProgress } from './progress.ts'
import { addToTotals, customerRowOf, emailClaimOf, orderRowOf, productRowOf, type Totals } from './rows.ts'

/**
 * Returns the tenant of the drill. The process that loads the store creates the account and sets `DRILL_ACCOUNT`, which
 * the processes of the tasks inherit.
 */
export const drillTenant = (): Tenant => ({ account: Number(process.env.DRILL_ACCOUNT) as AccountId, mode: 'Live' })
/** Every twentieth order of the drill's store is from this buyer. A task of the drill erases this customer. */
export const regularBuyer = 'regular@example.com'

/** The number of all rows of the store, with customers, products and list entries, divided by the number of orders. */
const rowsPerOrder = 38

export interface DrillStore {
  rows: number
  orders: number
  ordersOfRegularBuyer: number
}

export async function loadDrillStore(rows: number): Promise<DrillStore> {
  const store: DrillStore = { rows: 0, orders: Math.ceil(rows / rowsPerOrder), ordersOfRegularBuyer: 0 }
  const { account } = await accounts.create({ name: 'The store of the drill', currency: 'EUR', features: [] })
  process.env.DRILL_ACCOUNT = String(account)
  const bar = startProgress(`loading ${rows} rows`, rows)
  const count = function* (items: Iterable<Item>) {
    for (const item of items) {
      store.rows++
      yield item
    }
  }
  await writeItems(count(itemsOfStore(store)), () => bar.update(store.rows))
  bar.end()
  return store
}

function* itemsOfStore(store: DrillStore): Generator<Item> {
  const tenant = drillTenant()
  const totals: Totals = { customers: new Map(), products: new Map() }
  const entryCounts: EntryCounts = new Map()
  let n = 0
  for (const generated of generateOrders(store.orders)) {
    const isOfRegularBuyer = n++ % 20 === 0
    if (isOfRegularBuyer) store.ordersOfRegularBuyer++
    const order: GeneratedOrder = isOfRegularBuyer ? { ...generated, email: regularBuyer } : generated
    const row = orderRowOf(tenant, order)
    yield* itemsOf(orderDefinition, row, entryCounts)
    addToTotals(totals, order, row)
  }
  for (const [email, customerTotals] of totals.customers) {
    yield* itemsOf(customerDefinition, customerRowOf(tenant, customerTotals), entryCounts)
    yield itemOf(EmailClaim.put(emailClaimOf(tenant, email)))
  }
  for (const [id, productTotals] of totals.products)
    yield* itemsOf(productDefinition, productRowOf(tenant, id, productTotals), entryCounts)
}
