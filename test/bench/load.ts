/** Fills a store with orders, customers and products, and recounts its lists. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { EmailClaim } from '../../lib/customers/entity.ts'
import { customerDefinition } from '../../lib/customers/stored-object.ts'
import { orderDefinition } from '../../lib/orders/stored-object.ts'
import { productDefinition } from '../../lib/products/stored-object.ts'
import { type EntryCounts, itemOf, itemsOf, recountLists, writeItems } from './bulk.ts'
import { type ModelCustomer, type ModelOrder, modelCustomerOf, modelOrderOf } from './model.ts'
import { generateOrders } from './orders.ts'
import { startProgress } from './progress.ts'
import { addToTotals, customerRowOf, emailClaimOf, orderRowOf, productRowOf, type Totals } from './rows.ts'

export interface Store extends Tenant {
  orders: ModelOrder[]
  customers: ModelCustomer[]
}

/**
 * The minimum length of lists whose tallies are counted. Most lists are shorter, and need no tally, because their first
 * page has all of their entries.
 */
const minRecountedLength = 20

interface LoadState {
  store: Store
  totals: Totals
  entryCounts: EntryCounts
}

export async function loadStore(tenant: Tenant, count: number): Promise<Store> {
  const store: Store = { ...tenant, orders: [], customers: [] }
  const totals: Totals = { customers: new Map(), products: new Map() }
  const state: LoadState = { store, totals, entryCounts: new Map() }
  const bar = startProgress(`loading ${count} orders`, count)
  await writeItems(orderItems(count, state), () => bar.update(store.orders.length))
  bar.end()
  await writeItems(customerItems(state))
  await writeItems(productItems(state))
  const longLists = [...state.entryCounts].filter(([, count]) => count >= minRecountedLength)
  await recountLists(longLists.map(([partition]) => partition))
  return store
}

function* orderItems(count: number, { store, totals, entryCounts }: LoadState) {
  for (const order of generateOrders(count)) {
    const row = orderRowOf(store, order)
    yield* itemsOf(orderDefinition, row, entryCounts)
    store.orders.push(modelOrderOf(order))
    addToTotals(totals, order, row)
  }
}

function* customerItems({ store, totals, entryCounts }: LoadState) {
  for (const [email, customerTotals] of totals.customers) {
    const row = customerRowOf(store, customerTotals)
    yield* itemsOf(customerDefinition, row, entryCounts)
    yield itemOf(EmailClaim.put(emailClaimOf(store, email)))
    store.customers.push(modelCustomerOf(row.id, customerTotals))
  }
}

function* productItems({ store, totals, entryCounts }: LoadState) {
  for (const [id, productTotals] of totals.products)
    yield* itemsOf(productDefinition, productRowOf(store, id, productTotals), entryCounts)
}
