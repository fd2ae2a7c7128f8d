/** Fills a store with orders, customers and products, and recounts its lists. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { EmailClaim } from '../../lib/customers/entity.ts'
import { customerDefinition } from '../../lib/customers/lists.ts'
import { orderDefinition } from '../../lib/orders/lists.ts'
import { productDefinition } from '../../lib/products/lists.ts'
import { itemOf, itemsOf, type Lengths, recountLists, write } from './bulk.ts'
import { type CustomerFacts, customerFacts, type OrderFacts, orderFacts } from './model.ts'
import { madeOrders } from './orders.ts'
import { progress } from './progress.ts'
import { addUp, customerRowOf, emailClaimOf, orderRowOf, productRowOf, type Sums } from './rows.ts'

export interface Store extends Tenant {
  orders: OrderFacts[]
  customers: CustomerFacts[]
}

/** A page that reaches the end of its list needs no tally, and most lists are shorter than this. */
const shortest = 20

interface Loading {
  store: Store
  sums: Sums
  lengths: Lengths
}

export async function loadStore(tenant: Tenant, count: number): Promise<Store> {
  const store: Store = { ...tenant, orders: [], customers: [] }
  const loading: Loading = { store, sums: { buyers: new Map(), products: new Map() }, lengths: new Map() }
  const bar = progress(`loading ${count} orders`, count)
  await write(orderItems(count, loading), () => bar.reach(store.orders.length))
  bar.end()
  await write(customerItems(loading))
  await write(productItems(loading))
  await recountLists([...loading.lengths].filter(([, length]) => length >= shortest).map(([name]) => name))
  return store
}

function* orderItems(count: number, { store, sums, lengths }: Loading) {
  for (const made of madeOrders(count)) {
    const row = orderRowOf(store, made)
    yield* itemsOf(orderDefinition, row, lengths)
    store.orders.push(orderFacts(made))
    addUp(sums, made, row)
  }
}

function* customerItems({ store, sums, lengths }: Loading) {
  for (const [email, buyer] of sums.buyers) {
    const row = customerRowOf(store, buyer)
    yield* itemsOf(customerDefinition, row, lengths)
    yield itemOf(EmailClaim.put(emailClaimOf(store, email)))
    store.customers.push(customerFacts(row.id, buyer))
  }
}

function* productItems({ store, sums, lengths }: Loading) {
  for (const [id, sold] of sums.products)
    yield* itemsOf(productDefinition, productRowOf(store, id, sold), lengths)
}
