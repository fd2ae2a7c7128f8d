/**
 * Creates a store with objects of all kinds, and reads them as its API returns them. Tests import these objects into
 * other stores.
 */

import type { Tenant } from '../../lib/core/tenant.ts'
import { type ImportKind, importKinds, importObject, type SourceReplies } from '../../lib/import/index.ts'
import * as shipping from '../shipping/samples.ts'
import * as subscriptions from '../subscriptions/calls.ts'
import { address, cart, completeOrder, item, order, sendEvent, withdrawal } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'
import { updateTallies } from '../support/stream-worker.ts'

export type Objects = { [K in ImportKind]: SourceReplies[K][] }

const page = { limit: '100' }

async function bodyOf(name: string, tenant: Tenant, request: Parameters<typeof call>[2] = {}) {
  const { status, body } = await call(name, tenant, request)
  return status === 200 ? body : null
}

export async function readOrder(tenant: Tenant, token: string): Promise<SourceReplies['orders']> {
  const params = { token }
  const [order, refunds, digitalGoods] = await Promise.all([
    bodyOf('orders.get', tenant, { params }),
    bodyOf('refunds.list', tenant, { params }),
    bodyOf('orders.digital', tenant, { params }),
  ])
  return { order, refunds, digitalGoods }
}

export async function readSubscription(
  tenant: Tenant,
  summary: { id: string; featureVersion: string },
): Promise<SourceReplies['subscriptions']> {
  const request = { params: { id: summary.id }, query: { version: summary.featureVersion } }
  const details = await bodyOf('subscriptions.dashboardGet', tenant, request)
  if (summary.featureVersion === 'V3')
    return {
      summary,
      details,
      legacy: null,
      invoices: await bodyOf('subscriptions.dashboardInvoices', tenant, request),
    }
  const params = { id: summary.id }
  const legacy = await bodyOf('subscriptions.get', tenant, { params })
  return { summary, details, legacy, invoices: await bodyOf('subscriptions.invoices', tenant, { params }) }
}

const itemsOf = async (name: string, tenant: Tenant, query: Record<string, string> = page) =>
  (await bodyOf(name, tenant, { query })).items

/** Returns all objects of a store, as its endpoints return them. */
export async function readAll(tenant: Tenant): Promise<Objects> {
  const orders: { token: string }[] = await itemsOf('orders.list', tenant)
  const summaries = await itemsOf('subscriptions.dashboardList', tenant, { ...page, status: 'all' })
  const products = await itemsOf('products.list', tenant, { ...page, archived: 'true', orderBy: 'CreationDate' })
  const [defaultDomain, allowedDomains] = [await bodyOf('domains.get', tenant), await bodyOf('domains.list', tenant)]
  return {
    domains: [{ defaultDomain, allowedDomains }],
    shippingMethods: (await bodyOf('shipping.list', tenant)).map((method: unknown) => ({ method })),
    products: products.map((product: unknown) => ({ product })),
    discounts: (await bodyOf('discounts.list', tenant)).map((discount: unknown) => ({ discount })),
    customers: (await itemsOf('customers.list', tenant)).map((customer: unknown) => ({ customer })),
    orders: await Promise.all(orders.map(({ token }) => readOrder(tenant, token))),
    subscriptions: await Promise.all(summaries.map((summary: never) => readSubscription(tenant, summary))),
    carts: (await itemsOf('carts.list', tenant)).map((cart: unknown) => ({ cart })),
  }
}

/** Imports one kind of objects after the other, all objects of a kind concurrently. Returns the results by kind. */
export async function importAll(tenant: Tenant, objects: Objects) {
  const results = new Map<ImportKind, string[]>()
  for (const kind of importKinds) {
    const imported = await Promise.all(objects[kind].map(source => importObject(kind, tenant, source as never)))
    results.set(
      kind,
      imported.map(({ result }) => result),
    )
  }
  await updateTallies(tenant)
  return results
}

export const jane = '0198b000-0000-7000-8000-00000000000a'

const dropdown = { name: 'Size', type: 'dropdown', options: 'S|M[+2.00]', required: true, value: 'M[+2.00]' }
const variants = [
  { variation: [{ name: 'Size', option: 'S' }], stock: 4, allowOutOfStockPurchases: false },
  { variation: [{ name: 'Size', option: 'M' }], stock: 7, allowOutOfStockPurchases: true },
]

async function addProducts(tenant: Tenant) {
  const items = [
    item({ customFields: [dropdown], metadata: { fabric: 'linen' }, categories: ['Tees'] }),
    item({ id: 'MUG', name: 'Mug', price: 8.5 }),
    item({ id: 'OLD', name: 'Old mug' }),
  ]
  await sendEvent(tenant, 'cart.updated', cart({ items, email: 'idle@example.com' }))
  const put = (id: string, body: unknown) => call('products.update', tenant, { params: { id }, body })
  await put('TEE', { inventoryManagementMethod: 'Variant', variants })
  await put('MUG', { inventoryManagementMethod: 'Single', stock: 12, allowOutOfStockPurchases: true })
  await call('products.remove', tenant, { params: { id: 'OLD' } })
}

async function addOrders(tenant: Tenant) {
  const user = { id: jane, email: 'jane.doe@example.com', status: 'Confirmed', billingAddress: address() }
  const file = { fileGuid: 'file-1', fileName: 'ebook.pdf', maxNbrDownload: 5, daysUntilExpire: 30 }
  const items = [
    item({ uniqueId: undefined, customFields: [dropdown], metadata: { engraving: 'Jane' } }),
    item({ id: 'EBOOK', name: 'E-book', price: 9, ...file }),
  ]
  const discounts = [{ code: 'WELCOME', name: 'Ten off', type: 'FixedAmount', amount: 10, amountSaved: 10 }]
  const taxes = [{ taxName: 'VAT', taxRate: 0.19, amount: 3.8, includedInPrice: true }]
  const invoice = { invoiceNumber: 'INV-77', notes: 'Ring twice', customFields: [{ name: 'Slug', value: 'x' }] }
  const content = order({ items, discounts, taxes, user, ...invoice, paymentTransactionId: 'pi_1', rebateAmount: 10 })
  await sendEvent(tenant, 'order.completed', content)
  await sendEvent(tenant, 'order.digital.downloaded', { orderToken: content.token, fileGuid: 'file-1' })
  const request = withdrawal(content.token, {
    items: [{ itemUniqueId: 'x', itemName: 'Tee', quantity: 1, unitPrice: 20 }],
  })
  await sendEvent(tenant, 'order.withdrawal.created', request)
  await sendEvent(tenant, 'order.withdrawal.resolved', {
    id: request.id,
    orderToken: content.token,
    resolution: 'Accepted',
  })
  const tracking = { trackingNumber: '00340', trackingUrl: 'https://parcels.example/00340' }
  const change = { status: 'Shipped', ...tracking, metadata: { erp: { id: 17 }, '': [null] } }
  await call('orders.update', tenant, { params: { token: content.token }, body: change })
  const refund = { amount: 5.5, comment: 'Scratched', status: 'Partial', autoRefundTaxes: true }
  await call('refunds.create', tenant, { params: { token: content.token }, body: refund })
  const paidByBank = await completeOrder(tenant, {
    email: 'Guest@Example.com',
    items: [item({ id: 'MUG', price: 8.5 })],
  })
  await call('refunds.create', tenant, { params: { token: paidByBank }, body: { amount: 20 } })
}

async function addSubscriptions(tenant: Tenant) {
  const id = await subscriptions.createV1(tenant, {
    user: { id: jane, email: 'jane.doe@example.com' },
    metadata: { n: 1 },
  })
  await sendEvent(tenant, 'subscription.invoice.created', subscriptions.v1Invoice(id))
  await sendEvent(tenant, 'subscription.paused', subscriptions.v1Subscription({ id }))
  const cancelled = await subscriptions.createV1(tenant)
  await sendEvent(tenant, 'subscription.cancelled', subscriptions.v1Subscription({ id: cancelled }))
  const tea = await subscriptions.createV3(tenant)
  await subscriptions.renew(tenant, tea, 'succeeded')
  await subscriptions.renew(tenant, tea, 'failed', { creationDate: '2026-08-17T10:00:00.000Z', invoiceNumber: 'TEA-3' })
  const ending = await subscriptions.createV3(tenant)
  await subscriptions.report(tenant, ending, 'cancellationRequested')
  const stopped = await subscriptions.createV3(tenant)
  await subscriptions.report(tenant, stopped, 'cancelled')
}

async function addSettings(tenant: Tenant) {
  await call('domains.update', tenant, { body: { Domain: 'tea.example', Protocol: 'HTTPS' } })
  await call('domains.allow', tenant, { body: [{ domain: 'shop.tea.example' }] })
  await shipping.createMethod(tenant, shipping.full)
  await shipping.createMethod(tenant)
  const welcome = { name: 'Ten off', trigger: 'Code', code: 'WELCOME', type: 'FixedAmount', amount: 10 }
  await call('discounts.create', tenant, { body: { ...welcome, maxNumberOfUsages: 100, expires: '2030-01-01' } })
}

/** Creates a store with objects of all kinds by sending events and requests. */
export async function newSource(): Promise<Tenant> {
  const tenant = await newTenant()
  await addSettings(tenant)
  await addProducts(tenant)
  const billingAddress = address({ city: 'Kiel' })
  const registered = { id: jane, email: 'jane.doe@example.com', status: 'Confirmed', billingAddress }
  await sendEvent(tenant, 'customer.updated', { ...registered, creationDate: '2020-02-03T04:05:06.789Z' })
  await addOrders(tenant)
  await addSubscriptions(tenant)
  await updateTallies(tenant)
  return tenant
}
