/** Defines the fields that are read from an invoice of a subscription after it was fetched from Stripe. */

import * as z from 'zod'
import { StripeDiscount } from './discounts-and-taxes.ts'
import {
  currencyCode,
  expandable,
  InvoicePayments,
  Person,
  relatedId,
  ShippingCost,
  stripeDecimal,
  stripeId,
  stripeMetadata,
  TaxId,
  text,
  unixTime,
} from './fields.ts'
import { StripeProduct } from './items.ts'

const Invoice = z.object({
  id: stripeId,
  created: unixTime,
  currency: currencyCode,
  number: text,
  /** The total is negative if credits exceed the amount due. */
  total: z.int(),
  customer_address: Person.shape.address,
  customer_email: text,
  customer_name: text,
  customer_phone: text,
  customer_shipping: Person.nullish(),
  customer_tax_ids: z.array(TaxId).nullish(),
  discounts: z.array(expandable(StripeDiscount)).nullish(),
  /** The amount is negative if a credit takes a discount back. */
  total_discount_amounts: z.array(z.object({ amount: z.int(), discount: relatedId })).nullish(),
  total_taxes: z
    .array(z.object({ amount: z.int(), tax_behavior: text, tax_rate_details: z.object({ tax_rate: text }).nullish() }))
    .nullish(),
  shipping_cost: ShippingCost.nullish(),
  payments: InvoicePayments.nullish(),
  metadata: stripeMetadata,
})

const Pricing = z.object({
  unit_amount_decimal: stripeDecimal.nullish(),
  price_details: z.object({ price: relatedId, product: relatedId }).nullish(),
})

const InvoiceLine = z.object({
  id: stripeId,
  description: text,
  /** The amount is negative if the line is a credit, for example for unused time after a change of the price. */
  amount: z.int(),
  quantity: z.int().min(0).nullish(),
  pricing: Pricing.nullish(),
  taxes: z.array(z.object({ amount: z.int(), tax_behavior: text })).nullish(),
})
export type InvoiceLine = z.output<typeof InvoiceLine>

const TaxRate = z.object({
  id: stripeId,
  display_name: text,
  percentage: z.number().nullish(),
  effective_percentage: z.number().nullish(),
})

export const FetchedInvoice = z.object({
  invoice: Invoice,
  lines: z.array(InvoiceLine),
  products: z.array(StripeProduct),
  taxRates: z.array(TaxRate),
})
export type FetchedInvoice = z.output<typeof FetchedInvoice>
