/** Defines the fields that are read from the event of a Checkout session, and from the fetched session. */

import * as z from 'zod'
import { StripeDiscount } from './discounts-and-taxes.ts'
import {
  currencyCode,
  expandable,
  InvoicePayments,
  Person,
  relatedId,
  ShippingCost,
  stripeAmount,
  stripeId,
  stripeMetadata,
  TaxId,
  text,
  unixTime,
} from './fields.ts'
import { LineItem } from './items.ts'

/** The fields that are read from the event. All other fields are fetched from Stripe. */
export const SessionReference = z.object({
  id: stripeId,
  mode: text,
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  customer_details: z.object({ email: text }).nullish(),
  customer_email: text,
})
export type SessionReference = z.output<typeof SessionReference>

const Charge = z.object({
  created: unixTime.nullish(),
  billing_details: z.object({ name: text }).nullish(),
  payment_method_details: z.object({ type: text, card: z.object({ brand: text, last4: text }).nullish() }).nullish(),
})

const PaymentIntent = z.object({
  id: stripeId,
  status: z.string(),
  amount: stripeAmount.nullish(),
  amount_received: stripeAmount.nullish(),
  latest_charge: expandable(Charge),
})

const SessionInvoice = z.object({ id: stripeId, created: unixTime, number: text, payments: InvoicePayments.nullish() })

const CustomField = z.object({
  key: z.string(),
  label: z.object({ custom: text }).nullish(),
  type: text,
  dropdown: z.object({ value: text }).nullish(),
  numeric: z.object({ value: text }).nullish(),
  text: z.object({ value: text }).nullish(),
})

const TaxRate = z.object({
  display_name: text,
  percentage: z.number().nullish(),
  effective_percentage: z.number().nullish(),
  inclusive: z.boolean(),
})

const Breakdown = z.object({
  discounts: z.array(z.object({ amount: stripeAmount, discount: StripeDiscount })).nullish(),
  taxes: z.array(z.object({ amount: stripeAmount, rate: TaxRate })).nullish(),
})

/** Old versions of Stripe's API send `shipping_details` instead of `collected_information`. */
const StripeSession = z.object({
  id: stripeId,
  created: unixTime,
  currency: currencyCode,
  mode: text,
  amount_subtotal: stripeAmount,
  amount_total: stripeAmount,
  client_reference_id: text,
  collected_information: z.object({ shipping_details: Person.nullish() }).nullish(),
  shipping_details: Person.nullish(),
  customer_details: Person.extend({ email: text, tax_ids: z.array(TaxId).nullish() }).nullish(),
  customer_email: text,
  custom_fields: z.array(CustomField).nullish(),
  discounts: z.array(StripeDiscount).nullish(),
  invoice: expandable(SessionInvoice),
  locale: text,
  metadata: stripeMetadata,
  payment_intent: expandable(PaymentIntent),
  shipping_cost: ShippingCost.nullish(),
  subscription: relatedId,
  total_details: z
    .object({ amount_discount: stripeAmount, amount_tax: stripeAmount, breakdown: Breakdown.nullish() })
    .nullish(),
})
export type StripeSession = z.output<typeof StripeSession>

export const FetchedSession = z.object({ session: StripeSession, lines: z.array(LineItem) })
export type FetchedSession = z.output<typeof FetchedSession>
