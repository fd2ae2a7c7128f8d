/** Defines fields that are common in Stripe's objects, and converts them to fields of checkout events. */

import * as z from 'zod'
import { fromMinorUnits } from '../core/money.ts'
import { fromStripeAmount } from '../payments/index.ts'

/** Stripe's ids become ids in checkout events, where an id may have at most 100 characters. */
export const stripeId = z.string().min(1).max(100)

/** A Unix time in seconds, at most the end of the year 9999. */
export const unixTime = z.int().min(0).max(253_402_300_799)

export const dateOf = (time: number, milliseconds = 0) => new Date(time * 1000 + milliseconds).toISOString()

export const currencyCode = z.string().regex(/^[a-z]{3}$/i, { error: 'must be the code of a currency' })

/** A field in which Stripe sends the id of another object, or the object itself. */
export const expandable = <S extends z.ZodType>(schema: S) => z.union([stripeId, schema]).nullish()
export const relatedId = expandable(z.object({ id: stripeId }).transform(({ id }) => id))

/** Returns the expanded object, or undefined if Stripe sent only its id. */
export const expanded = <T extends object>(value: T | string | null | undefined): T | undefined =>
  typeof value === 'object' && value !== null ? value : undefined

export const idIn = (value: { id: string } | string | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id

export const text = z.string().nullish()
export const stripeMetadata = z.record(z.string(), z.unknown()).nullish()

/** An amount in the units of Stripe's API. */
export const stripeAmount = z.int().min(0)

/** Stripe's SDK returns an object for a decimal number. */
export const stripeDecimal = z.unknown().transform(Number)

export const decimalOf = (amount: number, currency: string) =>
  fromMinorUnits(fromStripeAmount(amount, currency), currency)

const StripeAddress = z.object({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text })

export const Person = z.object({ name: text, phone: text, business_name: text, address: StripeAddress.nullish() })
export type Person = z.output<typeof Person>

/** Returns null if neither a name nor an address is known. */
export function addressOf(person: Person | null | undefined, vatNumber?: string | null) {
  const { name, phone, business_name, address } = person ?? {}
  if (!name && !address) return null
  return {
    fullName: name,
    company: business_name,
    address1: address?.line1,
    address2: address?.line2,
    city: address?.city,
    country: address?.country,
    province: address?.state,
    postalCode: address?.postal_code,
    phone,
    vatNumber,
  }
}

export const TaxId = z.object({ value: text })
export const vatNumberIn = (taxIds: z.output<typeof TaxId>[] | null | undefined) => taxIds?.[0]?.value

export const InvoicePayments = z.object({
  data: z.array(z.object({ status: text, payment: z.object({ payment_intent: relatedId, charge: relatedId }) })),
})

export function paymentIdOfInvoice(payments: z.output<typeof InvoicePayments> | null | undefined): string | null {
  const { data = [] } = payments ?? {}
  const { payment } = data.find(({ status }) => status === 'paid') ?? data[0] ?? {}
  return payment?.payment_intent ?? payment?.charge ?? null
}

export const ShippingCost = z.object({
  amount_subtotal: stripeAmount,
  shipping_rate: expandable(z.object({ id: stripeId, display_name: text })),
})

export const shippingOf = (cost: z.output<typeof ShippingCost> | null | undefined, currency: string) => ({
  shippingFees: decimalOf(cost?.amount_subtotal ?? 0, currency),
  shippingMethod: expanded(cost?.shipping_rate)?.display_name ?? null,
  shippingRateUserDefinedId: idIn(cost?.shipping_rate) ?? null,
})
