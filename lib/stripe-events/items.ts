/** Converts line items and products of Stripe to items of orders. */

import * as z from 'zod'
import {
  currencyCode,
  decimalOf,
  expandable,
  expanded,
  stripeAmount,
  stripeId,
  stripeMetadata,
  text,
} from './fields.ts'

/** All fields except `id` are optional, because Stripe sends a deleted product without them. */
export const StripeProduct = z.object({
  id: stripeId,
  name: text,
  description: text,
  images: z.array(z.string()).nullish(),
  url: text,
  shippable: z.boolean().nullish(),
  metadata: stripeMetadata,
})
export type StripeProduct = z.output<typeof StripeProduct>

/** Returns the store's own id of a product, which is in the metadata of Stripe's product. */
export const storeProductIdOf = (product: StripeProduct | undefined): string | undefined => {
  const sku = product?.metadata?.sku
  return typeof sku === 'string' && sku.trim() !== '' ? sku.trim() : undefined
}

/**
 * Returns the fields of a product. A product without a value in `shippable` counts as shippable if the buyer has given
 * a shipping address.
 */
export const productFields = (product: StripeProduct | undefined, hasShippingAddress: boolean) => ({
  description: product?.description ?? null,
  image: product?.images?.[0] ?? null,
  url: product?.url ?? null,
  shippable: product?.shippable ?? hasShippingAddress,
  metadata: product?.metadata ?? null,
})

/** The amount of a price with several currencies is in its default currency, which may not be that of the sale. */
const Price = z.object({
  id: stripeId,
  currency: currencyCode,
  unit_amount: stripeAmount.nullish(),
  tax_behavior: text,
  product: expandable(StripeProduct),
})

const LineTax = z.object({ amount: stripeAmount, rate: z.object({ display_name: text, inclusive: z.boolean() }) })

/** A line item of a Checkout session. */
export const LineItem = z.object({
  id: stripeId,
  description: text,
  quantity: z.int().min(0).nullish(),
  amount_subtotal: stripeAmount,
  amount_tax: stripeAmount.nullish(),
  price: Price.nullish(),
  taxes: z.array(LineTax).nullish(),
})
export type LineItem = z.output<typeof LineItem>

/**
 * Computes the amount of a unit from the amount of a line. Stripe's price has no unit amount if the buyer chooses the
 * amount, or if the price has tiers.
 */
export const unitAmountOf = (amount: number, quantity: number) => (quantity > 0 ? amount / quantity : amount)

interface Sale {
  currency: string
  hasShippingAddress: boolean
}

export function toOrderItem({ taxes, price, ...line }: LineItem, { currency, hasShippingAddress }: Sale) {
  const product = expanded(price?.product)
  const quantity = line.quantity ?? 1
  const knownAmount = price?.currency === currency ? price?.unit_amount : null
  const unitPrice = decimalOf(knownAmount ?? unitAmountOf(line.amount_subtotal, quantity), currency)
  return {
    ...productFields(product, hasShippingAddress),
    uniqueId: line.id,
    id: storeProductIdOf(product) ?? price?.id ?? line.id,
    name: product?.name ?? line.description ?? null,
    price: unitPrice,
    unitPrice,
    quantity,
    totalPrice: decimalOf(line.amount_subtotal, currency),
    taxable: (line.amount_tax ?? 0) > 0,
    taxes: (taxes ?? []).filter(({ amount }) => amount > 0).map(({ rate }) => rate.display_name),
    hasTaxesIncluded: price?.tax_behavior === 'inclusive' || (taxes ?? []).some(({ rate }) => rate.inclusive),
  }
}
