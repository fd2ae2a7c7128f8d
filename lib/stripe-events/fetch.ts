/** Fetches what Stripe's events do not contain, such as line items, products, taxes and customers. */

import type Stripe from 'stripe'
import { batchesOf } from '../core/batches.ts'
import type { Tenant } from '../core/tenant.ts'
import { readWithStripeKey } from '../payments/index.ts'

const pageSize = 100

/** An order has at most 2,000 items. One more item is read, so that a longer list is rejected instead of cut off. */
const maxLines = 2001

const sessionExpansions = [
  'discounts.coupon',
  'discounts.promotion_code',
  'invoice.payments',
  'payment_intent.latest_charge',
  'shipping_cost.shipping_rate',
  'total_details.breakdown',
]

export const fetchCheckoutSession = (tenant: Tenant, id: string) =>
  readWithStripeKey(tenant, async stripe => {
    const expand = ['data.price.product', 'data.taxes']
    const [session, lines] = await Promise.all([
      stripe.checkout.sessions.retrieve(id, { expand: sessionExpansions }),
      stripe.checkout.sessions.listLineItems(id, { limit: pageSize, expand }).autoPagingToArray({ limit: maxLines }),
    ])
    return { session, lines }
  })

export const fetchCharge = (tenant: Tenant, id: string) =>
  readWithStripeKey(tenant, stripe => stripe.charges.retrieve(id))

const invoiceExpansions = [
  'discounts.source.coupon',
  'discounts.promotion_code',
  'payments',
  'shipping_cost.shipping_rate',
]

/** Stripe does not expand the products and the tax rates of an invoice, so they are fetched separately. */
export const fetchInvoice = (tenant: Tenant, id: string) =>
  readWithStripeKey(tenant, async stripe => {
    const [invoice, lines] = await Promise.all([
      stripe.invoices.retrieve(id, { expand: invoiceExpansions }),
      stripe.invoices.listLineItems(id, { limit: pageSize }).autoPagingToArray({ limit: maxLines }),
    ])
    const [products, taxRates] = await Promise.all([
      fetchProducts(
        stripe,
        lines.map(({ pricing }) => pricing?.price_details?.product),
      ),
      fetchTaxRates(stripe, invoice),
    ])
    return { invoice, lines, products, taxRates }
  })

async function fetchProducts(stripe: Stripe, productIds: (string | undefined)[]): Promise<Stripe.Product[]> {
  const ids = [...new Set(productIds.filter(id => id !== undefined))]
  const pages = batchesOf(ids, { maxItems: pageSize })
  const lists = await Promise.all(pages.map(page => stripe.products.list({ ids: page, limit: pageSize })))
  return lists.flatMap(({ data }) => data)
}

function fetchTaxRates(stripe: Stripe, { total_taxes }: Stripe.Invoice): Promise<Stripe.TaxRate[]> {
  const ids = (total_taxes ?? []).flatMap(({ tax_rate_details }) => tax_rate_details?.tax_rate ?? [])
  return Promise.all([...new Set(ids)].map(id => stripe.taxRates.retrieve(id)))
}

interface SubscriptionReferences {
  subscription: string
  /** The Unix time at which the subscription was created. */
  created: number
  customer: string | undefined
  product: string | undefined
  /** The prices that are fetched with their amounts in all currencies. */
  prices: string[]
}

/** Fetches the customer, the product and the first invoice of a subscription, if it has them, and prices. */
export const fetchObjectsOfSubscription = (tenant: Tenant, references: SubscriptionReferences) =>
  readWithStripeKey(tenant, async stripe => {
    const { customer, product } = references
    const [subscriber, plan, firstInvoice, prices] = await Promise.all([
      customer ? stripe.customers.retrieve(customer) : undefined,
      product ? stripe.products.retrieve(product) : undefined,
      findFirstInvoice(stripe, references),
      Promise.all(references.prices.map(id => stripe.prices.retrieve(id, { expand: ['currency_options'] }))),
    ])
    return { customer: subscriber, product: plan, firstInvoice, prices }
  })

/** The first invoice is created with its subscription, so it is searched for only on the subscription's first day. */
const firstInvoiceSeconds = 24 * 3600

async function findFirstInvoice(stripe: Stripe, { subscription, created }: SubscriptionReferences) {
  const period = { gte: created, lte: created + firstInvoiceSeconds }
  const { data } = await stripe.invoices.list({ subscription, created: period, limit: pageSize })
  return data.find(({ billing_reason }) => billing_reason === 'subscription_create')
}
