/** What a store says of itself, without what differs between two stores that have heard the same. */

import { expect } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { OrderRow } from '../../lib/orders/entity.ts'
import { shards } from '../../lib/store/shards.ts'
import { call } from '../support/store.ts'
import { cartsIn, productsIn } from './rows.ts'

const bySomething = (things: any[]) =>
  things.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

/** All of a list, in its order. */
async function all(name: string, tenant: Tenant, query: Record<string, string>): Promise<any[]> {
  const items = []
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const { body } = await call(name, tenant, { query: { ...query, limit: '100', offset: String(offset) } })
    items.push(...body.items)
    total = body.totalItems
  }
  return items
}

/** Orders, each with what is told of it elsewhere, and the lists it is found on. */
async function ordersIn(tenant: Tenant) {
  const orders = [
    ...(await all('orders.list', tenant, {})),
    ...(await all('orders.list', tenant, inProgress)),
  ]
  const files = await Promise.all(
    orders.map(({ token }) => call('orders.digital', tenant, { params: { token } })),
  )
  return orders.map((order, n) => ({
    ...order,
    files: files[n]!.body.map(({ url, ...file }: { url: string }) => file),
  }))
}
const inProgress = { status: 'InProgress' }

const questions: Record<string, string>[] = [
  { status: 'Shipped' },
  { status: 'Processed', hasPendingWithdrawal: 'true' },
  { hasPendingWithdrawal: 'true' },
  { billingAddressCity: 'bremen' },
  { productId: 'P0' },
  { productId: 'P1', placedBy: 'doe' },
]
const tokensOf = (orders: any[]) => orders.map(({ token }) => token)
const found = (tenant: Tenant) =>
  Promise.all(questions.map(async query => tokensOf(await all('orders.list', tenant, query))))

async function customersIn(tenant: Tenant) {
  const customers = await all('customers.list', tenant, { orderBy: 'Date' })
  const orders = await Promise.all(
    customers.map(({ id }) => call('customers.orders', tenant, { params: { id } })),
  )
  return bySomething(
    customers.map((customer, n) => ({ ...withoutId(customer), orders: tokensOf(orders[n]!.body) })),
  )
}

async function rankedIn(tenant: Tenant) {
  const ranked = await all('customers.list', tenant, { orderBy: 'OrdersValue' })
  return ranked.map(({ statistics }) => statistics.ordersAmount)
}

/** Products, carts and discounts have ids that follow from the store; what they are called does not. */
async function rowsIn(tenant: Tenant) {
  const discounts = (await call('discounts.list', tenant)).body as any[]
  const nameOf = new Map(discounts.map(({ id, name }) => [id, name]))
  const products = (await productsIn(tenant)).map(({ id, shard, account, version, ...rest }) => rest)
  const carts = (await cartsIn(tenant)).map(({ account, version, discountIds = [], ...rest }) => ({
    ...rest,
    discounts: discountIds.map(id => nameOf.get(id)),
  }))
  return {
    products: bySomething(products),
    carts: bySomething(carts),
    discounts: bySomething(discounts.map(({ id, ...rest }) => rest)),
  }
}

/** What is said of orders of whose completion nothing has been heard. */
async function unheardIn(tenant: Tenant) {
  const rows = await Promise.all(
    shards.map(shard => OrderRow.query.byToken({ ...tenant, shard }).go({ pages: 'all' })),
  )
  const unheard = rows.flatMap(({ data }) => data).filter(({ content }) => content === undefined)
  return bySomething(unheard.map(({ account, version, ...rest }) => rest))
}

/** The ids that the checkout has told, of customers and of sessions. */
interface Told {
  customers: readonly string[]
  sessions: readonly string[]
}

/** Who has bought before they registered has another id of ours than who has registered before. */
const withoutId = ({ id, ...customer }: any) => customer

async function named(tenant: Tenant, { customers, sessions }: Told) {
  const byId = await Promise.all(customers.map(id => call('customers.get', tenant, { params: { id } })))
  const open = await Promise.all(sessions.map(token => call('sessions.get', tenant, { params: { token } })))
  expect(byId.map(({ status }) => status)).toEqual(customers.map(() => 200))
  return {
    byId: byId.map(({ body }) => withoutId(body)),
    sessions: open.map(({ status, body }) => ({
      ...{ status, expires: body.expires },
      ...(body.customer && { customer: withoutId(body.customer) }),
    })),
  }
}

export async function pictureOf(tenant: Tenant, told: Told) {
  return {
    ...(await named(tenant, told)),
    orders: await ordersIn(tenant),
    found: await found(tenant),
    customers: await customersIn(tenant),
    ranked: await rankedIn(tenant),
    unheard: await unheardIn(tenant),
    ...(await rowsIn(tenant)),
  }
}
