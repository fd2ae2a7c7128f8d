/**
 * Tests that the sample checkout events leave the same data in the store, in whatever sequence they arrive, even if
 * some arrive twice.
 */

import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CartRow, keyOf as cartKeyOf } from '../../lib/carts/entity.ts'
import { applyEvent } from '../../lib/checkout/index.ts'
import type { OrderToken } from '../../lib/core/ids.ts'
import { productIdOf } from '../../lib/core/ids.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { ProductRow, keyOf as productKeyOf } from '../../lib/products/entity.ts'
import { call, newTenant } from '../support/store.ts'

interface Sample {
  eventName: string
  account: number
  mode: string
  content: any
}

const files = globSync('events/checkout/*.json').filter(file => !file.endsWith('/intake.json'))
const samples: Sample[] = files.toSorted().map(file => JSON.parse(readFileSync(file, 'utf8')))
const sample = (name: string) => samples.find(({ eventName }) => eventName === name)!.content

const token: string = sample('order.completed').token
const customer: string = sample('customer.updated').id
const subscription: string = sample('subscription.created').id
const v3Subscription: string = sample('v3/subscription.created').id
const session: string = sample('customer.session.created').token
const cart: string = sample('cart.updated').token
const products = [...sample('order.completed').items, ...sample('cart.updated').items].map(({ id }) => id)

const apply = (tenant: Tenant, event: Sample) => applyEvent({ ...event, ...tenant })

const fetch = async (name: string, tenant: Tenant, params: Record<string, string>, query = {}) => {
  const { status, body } = await call(name, tenant, { params, query })
  expect(status, name).toBe(200)
  return body
}

/** Returns the replies of the API about the objects of the samples, and fields of the rows of carts and products. */
async function storeOf(tenant: Tenant) {
  const productIds = products.map(id => productIdOf(tenant, id))
  const rows = await Promise.all(productIds.map(id => ProductRow.get(productKeyOf(tenant, id)).go()))
  const { data: cartRow } = await CartRow.get(cartKeyOf(tenant, cart as OrderToken)).go()
  return {
    order: await fetch('orders.get', tenant, { token }),
    files: await fetch('orders.digital', tenant, { token }),
    matchingOrders: await fetch('orders.list', tenant, {}, { hasPendingWithdrawal: 'false', status: 'Shipped' }),
    customer: await fetch('customers.get', tenant, { id: customer }),
    customerOrders: await fetch('customers.orders', tenant, { id: customer }),
    session: await fetch('sessions.get', tenant, { token: session }),
    cart: { latest: cartRow?.latest, creationDate: cartRow?.creationDate },
    products: rows.map(({ data }) => ({ latest: data?.latest, creationDate: data?.creationDate })),
    subscription: await fetch('subscriptions.get', tenant, { id: subscription }),
    invoices: await fetch('subscriptions.invoices', tenant, { id: subscription }),
    v3Subscription: await fetch('subscriptions.dashboardGet', tenant, { id: v3Subscription }, v3),
    v3Invoices: await fetch('subscriptions.dashboardInvoices', tenant, { id: v3Subscription }, v3),
  }
}

const v3 = { version: 'V3' }

async function storeAfter(events: Sample[]) {
  const tenant = await newTenant()
  for (const event of events) await apply(tenant, event)
  return storeOf(tenant)
}

test('there is one sample for each event name, in a file of that name', () => {
  const eventNames = [
    'cart.updated',
    'customer.session.created',
    'customer.updated',
    'order.completed',
    'order.digital.downloaded',
    'order.refund.created',
    'order.refund.failed',
    'order.status.changed',
    'order.withdrawal.created',
    'order.withdrawal.resolved',
    'subscription.cancelled',
    'subscription.created',
    'subscription.invoice.created',
    'subscription.paused',
    'subscription.resumed',
    'v3/subscription.created',
    'v3/subscription.invoice.payment.failed',
    'v3/subscription.invoice.payment.succeeded',
    'v3/subscription.state.cancellationRequested',
    'v3/subscription.state.cancelled',
    'v3/subscription.state.finished',
    'v3/subscription.state.paused',
    'v3/subscription.state.resumed',
  ]
  expect(samples.map(({ eventName }) => eventName)).toEqual(eventNames)
  expect(files.toSorted()).toEqual(eventNames.map(name => `events/checkout/${name.replace('/', '-')}.json`))
  for (const { account, mode } of samples) expect({ account, mode }).toEqual({ account: 1001, mode: 'Test' })
})

test('create an order that is shipped, downloaded and partly withdrawn', async () => {
  const store = await storeAfter(samples)
  expect(store.order).toMatchObject({ token, status: 'Shipped', hasPendingWithdrawal: false })
  expect(store.order.withdrawals).toMatchObject([{ resolution: 'Accepted', refundAmount: 23.8 }])
  expect(store.files).toMatchObject([{ downloadedNbrTime: 1, maxNbrDownload: 5 }])
  expect(store.matchingOrders).toMatchObject({ totalItems: 1, items: [{ token }] })
  expect(store.customerOrders.map(({ invoiceNumber }: any) => invoiceNumber)).toEqual([
    'SUB-2004',
    'SUB-2003',
    'INV-1279',
  ])
  expect(store.customer).toMatchObject({ id: customer, status: 'Confirmed' })
  expect(store.session.customer).toEqual({ ...store.customer, sessionToken: session })
  expect(store.cart.latest).toMatchObject({ email: { value: store.customer.email } })
  expect(store.products.every(({ latest }) => latest?.description?.value.name)).toBe(true)
  expect(store.subscription).toMatchObject({ status: 'Canceled', totalSpent: 24, user: { id: customer } })
  expect(store.invoices).toMatchObject([{ number: 'SUB-2001', paid: true }])
  expect(store.v3Subscription).toMatchObject({ state: 'Stopped', paymentStatus: 'Declined' })
  expect(store.v3Invoices.map(({ number, paid }: any) => [number, paid])).toEqual([
    ['SUB-2004', false],
    ['SUB-2003', true],
    ['SUB-2002', true],
  ])
})

test('lead to the same store in any order, with some of them twice', { tags: ['long'] }, async () => {
  const expected = await storeAfter(samples)
  const names = samples.map(({ eventName }) => eventName)
  const sequences = fc.subarray(names).chain(duplicates => {
    const all = [...names, ...duplicates]
    return fc.shuffledSubarray(all, { minLength: all.length })
  })
  const expectSameStore = async (order: string[]) => {
    const events = order.map(name => samples.find(({ eventName }) => eventName === name)!)
    expect(await storeAfter(events)).toEqual(expected)
  }
  await fc.assert(fc.asyncProperty(sequences, expectSameStore), { numRuns: 15 })
})

test('lead to the same store when all are applied concurrently, each twice', { tags: ['long'] }, async () => {
  const tenant = await newTenant()
  await Promise.all([...samples, ...samples].map(event => apply(tenant, event)))
  expect(await storeOf(tenant)).toEqual(await storeAfter(samples))
})
