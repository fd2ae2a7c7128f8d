/** Calls the endpoints of subscriptions, and sends checkout events about them. */

import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../lib/core/tenant.ts'
import { address, type Envelope, sendEvent } from '../support/checkout.ts'
import { call, newTenant } from '../support/store.ts'

type Fields = Record<string, unknown>
type Query = Record<string, string | string[]>

export const list = (tenant: Tenant, query: Query = {}) => call('subscriptions.list', tenant, { query })
export const get = (tenant: Tenant, id: string) => call('subscriptions.get', tenant, { params: { id } })
export const invoices = (tenant: Tenant, id: string, query: Query = {}) =>
  call('subscriptions.invoices', tenant, { params: { id }, query })
export const count = (tenant: Tenant, query: Query) => call('subscriptions.count', tenant, { query })
export const dashboardList = (tenant: Tenant, query: Query = {}) =>
  call('subscriptions.dashboardList', tenant, { query })
export const dashboardGet = (tenant: Tenant, id: string, query: Query = {}) =>
  call('subscriptions.dashboardGet', tenant, { params: { id }, query })
export const dashboardInvoices = (tenant: Tenant, id: string, query: Query = {}) =>
  call('subscriptions.dashboardInvoices', tenant, { params: { id }, query })

export const v3 = { version: 'V3' }

/** Returns the date of an event. It is before the clock of the tests, so that events without such a date are newer. */
export const at = (minute: number) => ({ createdOn: new Date(Date.UTC(2026, 8, 1, 0, minute)).toISOString() })

export const v1Subscription = (fields: Fields = {}) => ({
  id: randomUUID(),
  name: 'Paper box',
  userDefinedId: 'BOX',
  itemId: 'BOX-1',
  amount: 24,
  quantity: 1,
  user: { id: randomUUID(), email: 'jane.doe@example.com', billingAddress: address() },
  schedule: { interval: 'Month', intervalCount: 1, startsOn: '2026-08-01T00:00:00Z' },
  creationDate: '2026-08-01T09:00:00.000Z',
  initialOrderToken: randomUUID(),
  gatewayId: 'sub_1',
  ...fields,
})

export const v1Invoice = (subscriptionId: string, fields: Fields = {}) => ({
  subscriptionId,
  orderToken: randomUUID(),
  creationDate: '2026-08-01T09:00:00.000Z',
  amount: 24,
  paid: true,
  number: 'INV-1',
  taxes: [],
  ...fields,
})

export const v3Subscription = ({ id = randomUUID(), ...fields }: Fields & { id?: string } = {}) => ({
  id,
  selectedPlan: { userDefinedId: 'TEA', name: 'Tea of the week', interval: 1, frequency: 'weekly' },
  initialOrder: {
    token: id,
    creationDate: '2026-08-03T10:00:00.000Z',
    invoiceNumber: 'TEA-1',
    currency: 'eur',
    total: 12.5,
    email: 'jane.doe@example.com',
    billingAddress: address(),
  },
  items: [{ id: 'TEA', name: 'Tea', price: 10, quantity: 1 }],
  nextBillingDate: '2099-08-10T10:00:00Z',
  ...fields,
})

export const renewalOrder = (fields: Fields = {}) => ({
  token: randomUUID(),
  creationDate: '2026-08-10T10:00:00.000Z',
  invoiceNumber: 'TEA-2',
  total: 12.5,
  subtotal: 10,
  currency: 'eur',
  email: 'jane.doe@example.com',
  shippingInformation: { method: 'Letter', cost: 2.5 },
  ...fields,
})

/** Creates a V1 subscription, and returns its id. */
export async function createV1(tenant: Tenant, fields: Fields = {}, envelope: Partial<Envelope> = {}) {
  const content = v1Subscription(fields)
  await sendEvent(tenant, 'subscription.created', content, envelope)
  return content.id
}

/** Creates a V3 subscription, and returns its id. */
export async function createV3(
  tenant: Tenant,
  fields: Parameters<typeof v3Subscription>[0] = {},
  envelope: Partial<Envelope> = {},
) {
  const content = v3Subscription(fields)
  await sendEvent(tenant, 'v3/subscription.created', content, envelope)
  return content.id
}

/** Reports that the payment of a renewal succeeded or failed, and returns the token of its order. */
export async function renew(
  tenant: Tenant,
  id: string,
  result: 'succeeded' | 'failed',
  order: Fields = {},
  subscription: Fields = {},
) {
  const content = { order: renewalOrder(order), subscription: v3Subscription({ id, ...subscription }) }
  await sendEvent(tenant, `v3/subscription.invoice.payment.${result}`, content)
  return content.order.token
}

/** Reports a change of a V3 subscription. */
export const report = (tenant: Tenant, id: string, change: string, fields: Fields = {}) =>
  sendEvent(tenant, `v3/subscription.state.${change}`, { subscription: v3Subscription({ id, ...fields }) })

export const tenantWithoutFeatures = async () => ({ ...(await newTenant()), features: [] })
