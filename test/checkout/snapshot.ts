/** Reads the state of a store, without the values that differ between two stores with the same history. */

import { expect } from 'vitest'
import { toJson } from '../../lib/core/json.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { OrderRow } from '../../lib/orders/entity.ts'
import { shards } from '../../lib/store/attributes.ts'
import { call } from '../support/store.ts'
import { cartsIn, productsIn } from './rows.ts'

const sorted = (values: any[]) => values.toSorted((one, other) => (toJson(one) < toJson(other) ? -1 : 1))

/** Returns all items of a list, in the sequence of the list. */
async function all(name: string, tenant: Tenant, query: Record<string, string>): Promise<any[]> {
  const items = []
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const { body } = await call(name, tenant, { query: { ...query, limit: '100', offset: String(offset) } })
    items.push(...body.items)
    total = body.totalItems
  }
  return items
}

/** Returns the orders of a store, each with its digital goods. */
async function ordersIn(tenant: Tenant) {
  const orders = [...(await all('orders.list', tenant, {})), ...(await all('orders.list', tenant, inProgress))]
  const files = await Promise.all(orders.map(({ token }) => call('orders.digital', tenant, { params: { token } })))
  return orders.map((order, n) => ({
    ...order,
    user: order.user && withoutId(order.user),
    userId: null,
    refunds: order.refunds.map(withoutNumber),
    files: files[n]!.body.map(({ url, ...file }: { url: string }) => file),
  }))
}
/** Removes the number of the credit note. Credit notes are numbered in the sequence in which their refunds arrive. */
const withoutNumber = ({ creditNoteNumber, ...refund }: any) => refund

const inProgress = { status: 'InProgress' }

const filters: Record<string, string>[] = [
  { status: 'Shipped' },
  { status: 'Processed', hasPendingWithdrawal: 'true' },
  { hasPendingWithdrawal: 'true' },
  { billingAddressCity: 'bremen' },
  { productId: 'P0' },
  { productId: 'P1', placedBy: 'doe' },
]
const tokensOf = (orders: any[]) => orders.map(({ token }) => token)
const searchResultsOf = (tenant: Tenant) =>
  Promise.all(filters.map(async query => tokensOf(await all('orders.list', tenant, query))))

async function customersIn(tenant: Tenant) {
  const customers = await all('customers.list', tenant, { orderBy: 'Date' })
  const orders = await Promise.all(customers.map(({ id }) => call('customers.orders', tenant, { params: { id } })))
  return sorted(customers.map((customer, n) => ({ ...withoutId(customer), orders: tokensOf(orders[n]!.body) })))
}

async function amountsIn(tenant: Tenant) {
  const customers = await all('customers.list', tenant, { orderBy: 'OrdersValue' })
  return customers.map(({ statistics }) => statistics.ordersAmount)
}

/** Returns products, carts and discounts without values that differ between stores, such as the ids of products. */
async function rowsIn(tenant: Tenant) {
  const discounts = (await call('discounts.list', tenant)).body as any[]
  const nameOf = new Map(discounts.map(({ id, name }) => [id, name]))
  const products = (await productsIn(tenant)).map(({ id, shard, account, version, inventory, ...rest }) => ({
    ...rest,
    ...(inventory && { inventory: { ...inventory, moved: undefined } }),
  }))
  const carts = (await cartsIn(tenant)).map(({ account, version, discountIds = [], ...rest }) => ({
    ...rest,
    discounts: discountIds.map(id => nameOf.get(id)),
  }))
  return {
    products: sorted(products),
    carts: sorted(carts),
    discounts: sorted(discounts.map(({ id, ...rest }) => rest)),
  }
}

/** Returns the orders that have events but are not completed yet. */
async function incompleteIn(tenant: Tenant) {
  const rows = await Promise.all(shards.map(shard => OrderRow.query.byToken({ ...tenant, shard }).go({ pages: 'all' })))
  const incomplete = rows.flatMap(({ data }) => data).filter(({ content }) => content === undefined)
  return sorted(
    incomplete.map(({ account, version, refunds, ...rest }) => ({
      ...rest,
      refunds: sorted(Object.entries(refunds).map(([id, refund]) => [id, withoutNumber(refund)])),
    })),
  )
}

/** Ids of the customers and tokens of the sessions in the events. */
interface EventIds {
  customers: readonly string[]
  sessions: readonly string[]
}

/** Removes the id of a customer, which depends on whether the order or the registration arrived first. */
const withoutId = ({ id, ...customer }: any) => customer

async function byIds(tenant: Tenant, { customers, sessions }: EventIds) {
  const byId = await Promise.all(customers.map(id => call('customers.get', tenant, { params: { id } })))
  const replies = await Promise.all(sessions.map(token => call('sessions.get', tenant, { params: { token } })))
  expect(byId.map(({ status }) => status)).toEqual(customers.map(() => 200))
  return {
    byId: byId.map(({ body }) => withoutId(body)),
    sessions: replies.map(({ status, body }) => ({
      status,
      expires: body.expires,
      ...(body.customer && { customer: withoutId(body.customer) }),
    })),
  }
}

export async function snapshotOf(tenant: Tenant, ids: EventIds) {
  return {
    ...(await byIds(tenant, ids)),
    orders: await ordersIn(tenant),
    searchResults: await searchResultsOf(tenant),
    customers: await customersIn(tenant),
    amountsInOrder: await amountsIn(tenant),
    incomplete: await incompleteIn(tenant),
    ...(await rowsIn(tenant)),
  }
}
