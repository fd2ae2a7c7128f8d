/** Creates events and objects as in Stripe's public documentation, and a store that receives these events. */

import { expect } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { saveGatewayKeys } from '../../lib/payments/gateway-keys.ts'
import { sampleWebhookSecret, signatureOf } from '../support/samples.ts'
import { call, newTenant } from '../support/store.ts'

type Fields = Record<string, unknown>

/** 2026-08-30T20:00:00Z */
export const time = 1_788_120_000

export async function newStripeTenant(): Promise<Tenant> {
  const tenant = await newTenant()
  await saveGatewayKeys(tenant, { apiKey: 'sk_test_1', webhookSecret: sampleWebhookSecret })
  return tenant
}

let eventCount = 0

export const stripeEvent = (type: string, object: object, fields: Fields = {}) => ({
  id: `evt_${String(++eventCount).padStart(6, '0')}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  type,
  livemode: false,
  created: time + 60,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  data: { object },
  ...fields,
})
export type SampleEvent = ReturnType<typeof stripeEvent>

export function sendToWebhook(tenant: Tenant, event: object) {
  const body = JSON.stringify(event)
  const params = { account: String(tenant.account), mode: tenant.mode }
  const headers = { 'Stripe-Signature': signatureOf(body, sampleWebhookSecret) }
  return call('webhooks.stripe', tenant, { params, body, headers })
}

/** Sends events to the webhook, which must accept them. */
export async function receive(tenant: Tenant, ...events: object[]): Promise<void> {
  for (const event of events) {
    const reply = await sendToWebhook(tenant, event)
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200, body: { received: true } })
  }
}

export const address = (fields: Fields = {}) => ({
  city: 'Bremen',
  country: 'DE',
  line1: '1 Example Street',
  line2: null,
  postal_code: '28201',
  state: 'HB',
  ...fields,
})

export const product = (fields: Fields = {}) => ({
  id: 'prod_tee',
  object: 'product',
  active: true,
  name: 'Classic tee',
  description: 'Organic cotton',
  images: ['https://shop.example/tee.jpg'],
  url: 'https://shop.example/tee',
  shippable: true,
  metadata: { sku: 'TEE' },
  ...fields,
})

export const price = (fields: Fields = {}) => ({
  id: 'price_tee',
  object: 'price',
  currency: 'eur',
  unit_amount: 2000,
  unit_amount_decimal: '2000',
  tax_behavior: 'exclusive',
  product: product(),
  ...fields,
})

export const lineItem = (fields: Fields = {}) => ({
  id: 'li_1',
  object: 'item',
  amount_discount: 0,
  amount_subtotal: 4000,
  amount_tax: 760,
  amount_total: 4760,
  currency: 'eur',
  description: 'Classic tee',
  quantity: 2,
  price: price(),
  taxes: [{ amount: 760, rate: { id: 'txr_1', display_name: 'VAT', percentage: 19, inclusive: false } }],
  ...fields,
})

const charge = {
  id: 'ch_1',
  object: 'charge',
  billing_details: { name: 'Jane Doe' },
  payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
}

export const paymentIntent = (fields: Fields = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: 4760,
  amount_capturable: 0,
  amount_received: 4760,
  currency: 'eur',
  status: 'succeeded',
  latest_charge: charge,
  ...fields,
})

/**
 * Returns a Checkout session as the API of Stripe returns it, with expanded objects. The session in an event has fewer
 * fields.
 */
export const session = (fields: Fields = {}) => ({
  id: 'cs_test_a1b2c3d4e5f6g7h8i9j0',
  object: 'checkout.session',
  amount_subtotal: 4000,
  amount_total: 5260,
  client_reference_id: null,
  collected_information: { shipping_details: { name: 'John Doe', address: address({ city: 'Hamburg' }) } },
  created: time,
  currency: 'eur',
  custom_fields: [],
  customer: null,
  customer_details: {
    address: address(),
    business_name: null,
    email: 'jane.doe@example.com',
    name: 'Jane Doe',
    phone: '+49421555',
    tax_ids: [],
  },
  customer_email: null,
  discounts: [],
  expires_at: time + 86_400,
  invoice: null,
  livemode: false,
  locale: 'de',
  metadata: {},
  mode: 'payment',
  payment_intent: paymentIntent(),
  payment_status: 'paid',
  shipping_cost: {
    amount_subtotal: 500,
    amount_tax: 0,
    amount_total: 500,
    shipping_rate: { id: 'shr_1', display_name: 'Parcel' },
  },
  status: 'complete',
  subscription: null,
  total_details: {
    amount_discount: 0,
    amount_shipping: 500,
    amount_tax: 760,
    breakdown: {
      discounts: [],
      taxes: [
        { amount: 760, rate: { display_name: 'VAT', percentage: 19, effective_percentage: 19, inclusive: false } },
      ],
    },
  },
  ...fields,
})
export type SampleSession = ReturnType<typeof session>

export const subscriptionPrice = ({ unit_amount = 2400, ...fields }: Fields = {}) => ({
  id: 'price_box',
  object: 'price',
  currency: 'eur',
  nickname: null,
  product: 'prod_box',
  recurring: { interval: 'month', interval_count: 1 },
  unit_amount,
  unit_amount_decimal: unit_amount === null ? null : String(unit_amount),
  ...fields,
})

export const subscription = (fields: Fields = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  cancel_at_period_end: false,
  canceled_at: null,
  created: time + 10,
  currency: 'eur',
  customer: 'cus_1',
  ended_at: null,
  items: {
    object: 'list',
    data: [{ id: 'si_1', quantity: 2, price: subscriptionPrice(), current_period_end: time + 31 * 86_400 }],
  },
  latest_invoice: 'in_1',
  livemode: false,
  metadata: {},
  pause_collection: null,
  start_date: time + 10,
  status: 'active',
  trial_end: null,
  trial_start: null,
  ...fields,
})

export const customer = (fields: Fields = {}) => ({
  id: 'cus_1',
  object: 'customer',
  email: 'jane.doe@example.com',
  name: 'Jane Doe',
  phone: null,
  address: address(),
  shipping: null,
  ...fields,
})

export const invoiceLine = (fields: Fields = {}) => ({
  id: 'il_1',
  object: 'line_item',
  amount: 4800,
  currency: 'eur',
  description: '2 × Paper box (at €24.00 / month)',
  quantity: 2,
  pricing: {
    type: 'price_details',
    unit_amount_decimal: '2400',
    price_details: { price: 'price_box', product: 'prod_box' },
  },
  taxes: [{ amount: 766, tax_behavior: 'inclusive', tax_rate_details: { tax_rate: 'txr_1' } }],
  ...fields,
})

/** Returns an invoice as the API of Stripe returns it, with its payments. The invoice in an event has fewer fields. */
export const invoice = (fields: Fields = {}) => ({
  id: 'in_1',
  object: 'invoice',
  amount_paid: 4800,
  billing_reason: 'subscription_create',
  created: time + 11,
  currency: 'eur',
  customer: 'cus_1',
  customer_address: address(),
  customer_email: 'jane.doe@example.com',
  customer_name: 'Jane Doe',
  customer_phone: null,
  customer_shipping: null,
  customer_tax_ids: [],
  discounts: [],
  livemode: false,
  metadata: {},
  number: 'ABCD1234-0001',
  parent: {
    type: 'subscription_details',
    subscription_details: { metadata: {}, subscription: 'sub_1' },
    quote_details: null,
  },
  payments: {
    object: 'list',
    data: [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: 'pi_sub' } }],
  },
  shipping_cost: null,
  status: 'paid',
  status_transitions: { paid_at: time + 12 },
  subtotal: 4800,
  total: 4800,
  total_discount_amounts: [],
  total_taxes: [
    { amount: 766, tax_behavior: 'inclusive', tax_rate_details: { tax_rate: 'txr_1' }, type: 'tax_rate_details' },
  ],
  ...fields,
})

export const dispute = (fields: Fields = {}) => ({
  id: 'dp_1',
  object: 'dispute',
  amount: 4760,
  charge: 'ch_1',
  created: time + 4000,
  currency: 'eur',
  payment_intent: 'pi_1',
  reason: 'fraudulent',
  status: 'needs_response',
  ...fields,
})

export const refund = (fields: Fields = {}) => ({
  id: 're_1',
  object: 'refund',
  amount: 1000,
  charge: 'ch_1',
  created: time + 3000,
  currency: 'eur',
  metadata: {},
  payment_intent: 'pi_1',
  reason: null,
  status: 'succeeded',
  ...fields,
})

/** Returns an object as Stripe sends it in events, without expanded objects. */
export function asSent(object: Record<string, any>) {
  const { total_details, payments, ...fields } = object
  const { breakdown, ...totals } = total_details ?? {}
  const idOf = (value: any) => value?.id ?? value ?? null
  const references = ['payment_intent', 'invoice']
    .filter(name => name in fields)
    .map(name => [name, idOf(fields[name])])
  return { ...fields, ...(total_details && { total_details: totals }), ...Object.fromEntries(references) }
}

/** Returns the objects that Stripe has about a Checkout session and its line items, by path. */
export const objectsOfSession = (sample: SampleSession, lines: object[] = [lineItem()]) => ({
  [`/v1/checkout/sessions/${sample.id}`]: sample,
  [`/v1/checkout/sessions/${sample.id}/line_items`]: lines,
})

const taxRate = { id: 'txr_1', object: 'tax_rate', display_name: 'VAT', percentage: 19, inclusive: true }
const box = product({ id: 'prod_box', name: 'Paper box', metadata: { sku: 'BOX' } })

/**
 * Returns the Stripe objects that belong to a subscription (customer, product, tax rate, invoices and their lines), by
 * the path at which the Stripe API returns them.
 */
export const objectsOfSubscription = (invoices = [invoice()]) => ({
  '/v1/customers/cus_1': customer(),
  '/v1/products': [box],
  '/v1/products/prod_box': box,
  '/v1/tax_rates/txr_1': taxRate,
  '/v1/invoices': invoices,
  ...Object.fromEntries(invoices.map(one => [`/v1/invoices/${one.id}`, one])),
  ...Object.fromEntries(invoices.map(one => [`/v1/invoices/${one.id}/lines`, [invoiceLine()]])),
})
