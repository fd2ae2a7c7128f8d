/** Sends checkout events through the real handler of `checkout.intake`. */

import { randomUUID } from 'node:crypto'
import type { SQSEvent } from 'aws-lambda'
import { handler as intake } from '../../functions/checkout/intake.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { contextFor } from './store.ts'

type Fields = Record<string, unknown>

/** An event; tests may replace any field, even with an invalid value. */
export interface Envelope {
  id: string
  eventName: string
  account: number
  mode: string
  createdOn: string
  content: Fields
}

let eventCount = 0

/**
 * Returns an event that is newer than all events before, unless `envelope` has another date or id. If two events are
 * created within one millisecond, the event with the higher id is newer.
 */
export const event = (
  { account, mode }: Tenant,
  eventName: string,
  content: Fields,
  envelope: Partial<Envelope> = {},
): Envelope => ({
  id: `event-${String(++eventCount).padStart(8, '0')}`,
  createdOn: new Date().toISOString(),
  eventName,
  account,
  mode,
  content,
  ...envelope,
})

/** Sends events in one batch of the queue. Returns the ids of the events that failed. */
export async function send(...events: Partial<Envelope>[]): Promise<string[]> {
  const Records = events.map(detail => ({ messageId: detail.id, body: JSON.stringify({ detail }) }))
  const { batchItemFailures } = await intake({ Records } as SQSEvent, contextFor())
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
}

/** Sends one event, which must succeed. */
export async function sendEvent(
  tenant: Tenant,
  eventName: string,
  content: Fields,
  envelope: Partial<Envelope> = {},
): Promise<void> {
  const failed = await send(event(tenant, eventName, content, envelope))
  if (failed.length > 0) throw new Error(`${eventName} failed: see the log.`)
}

export const item = (fields: Fields = {}) => ({
  uniqueId: randomUUID(),
  id: 'TEE',
  name: 'Classic tee',
  price: 20,
  quantity: 1,
  url: '/products/tee',
  weight: 200,
  stackable: true,
  ...fields,
})

export const address = (fields: Fields = {}) => ({
  firstName: 'Jane',
  name: 'Doe',
  company: null,
  address1: '1 Example Street',
  address2: null,
  city: 'Bremen',
  country: 'DE',
  province: 'HB',
  postalCode: '28201',
  phone: '0400000000',
  ...fields,
})

/** Returns an address as the API shows it: as an object, and as single fields of the customer or of the order. */
export const shownAddress = (prefix: 'billing' | 'shipping', { name = 'Doe', company = '', city = 'Bremen' } = {}) => ({
  [`${prefix}Address`]: {
    fullName: `Jane ${name}`,
    firstName: 'Jane',
    name,
    company: company || null,
    fullAddress: '1 Example Street',
    address1: '1 Example Street',
    address2: null,
    city,
    country: 'DE',
    province: 'HB',
    postalCode: '28201',
    phone: '0400000000',
    vatNumber: null,
  },
  [`${prefix}AddressFirstName`]: 'Jane',
  [`${prefix}AddressName`]: name,
  [`${prefix}AddressCompanyName`]: company,
  [`${prefix}AddressAddress1`]: '1 Example Street',
  [`${prefix}AddressAddress2`]: '',
  [`${prefix}AddressCity`]: city,
  [`${prefix}AddressCountry`]: 'DE',
  [`${prefix}AddressProvince`]: 'HB',
  [`${prefix}AddressPostalCode`]: '28201',
  [`${prefix}AddressPhone`]: '0400000000',
})

export const order = (fields: Fields = {}) => ({
  token: randomUUID(),
  creationDate: '2026-08-30T18:16:58.000Z',
  completionDate: '2026-08-30T18:17:30.000Z',
  status: 'Processed',
  paymentStatus: 'Paid',
  paymentMethod: 'CreditCard',
  currency: 'EUR',
  email: 'jane.doe@example.com',
  finalGrandTotal: 20,
  grandTotal: 20,
  itemsTotal: 20,
  billingAddress: address(),
  items: [item()],
  ...fields,
})

export const cart = (fields: Fields = {}) => ({
  token: randomUUID(),
  status: 'InProgress',
  creationDate: '2026-08-30T18:16:58.000Z',
  currency: 'EUR',
  total: 20,
  items: [item()],
  ...fields,
})

export const withdrawal = (orderToken: string, fields: Fields = {}) => ({
  id: randomUUID(),
  orderToken,
  orderInvoiceNumber: 'INV-1',
  customerName: 'Jane Doe',
  requestedAt: '2026-09-02T10:00:00.000Z',
  isPartial: false,
  refundAmount: 20,
  resolution: 'Pending',
  items: [],
  ...fields,
})

/** Completes an order, and returns its token. */
export async function completeOrder(tenant: Tenant, fields: Fields = {}, envelope: Partial<Envelope> = {}) {
  const content = order(fields)
  await sendEvent(tenant, 'order.completed', content, envelope)
  return content.token
}
