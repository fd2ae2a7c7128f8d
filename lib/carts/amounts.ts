/** Converts the amounts of a cart between the decimals of the API and the minor units of the table. */

import { fromMinorUnits, type MinorUnits, withDecimals, withMinorUnits } from '../core/money.ts'
import { summaryAmountFields, totalOf, withDerivedPrices } from '../orders/index.ts'
import type { CartUpdated } from './checkout-events.ts'

const cartAmounts = ['itemsTotal', 'total'] as const
const itemAmountFields = ['price', 'unitPrice', 'totalPrice'] as const
const shippingAmounts = ['fees'] as const

type SentContent = Omit<CartUpdated, 'email' | 'addresses' | 'billingAddress' | 'shippingAddress'>

/**
 * The stored content of a cart. The amounts listed above are in minor units of `amountCurrency`, which is the cart's
 * currency, or the account's currency if the cart has none.
 */
export type CartContent = ReturnType<typeof toStoredAmounts>

/** Absent objects become null. Undefined is not stored, so an import would take an unchanged cart for a changed one. */
export function toStoredAmounts(content: SentContent, amountCurrency: string) {
  const { items, summary, shippingInformation: shipping } = content
  return {
    ...withMinorUnits(content, cartAmounts, amountCurrency),
    items: items.map(item => withMinorUnits(item, itemAmountFields, amountCurrency)),
    summary: summary ? withMinorUnits(summary, summaryAmountFields, amountCurrency) : null,
    shippingInformation: shipping ? withMinorUnits(shipping, shippingAmounts, amountCurrency) : null,
    amountCurrency,
  }
}

export type DecimalContent = ReturnType<typeof toDecimalAmounts>

/** Also derives prices and the total of the items, because checkouts may send only the price and the quantity. */
export function toDecimalAmounts(content: CartContent) {
  const { summary, shippingInformation: shipping, amountCurrency } = content
  const items = content.items.map(item => withDerivedPrices(item, amountCurrency))
  const itemsTotal = content.itemsTotal ?? totalOf(items, 'totalPrice', amountCurrency)
  return {
    ...withDecimals({ ...content, itemsTotal }, cartAmounts, amountCurrency),
    items: items.map(item => withDecimals(item, itemAmountFields, amountCurrency)),
    summary: summary && withDecimals(summary, summaryAmountFields, amountCurrency),
    shippingInformation: shipping && withDecimals(shipping, shippingAmounts, amountCurrency),
  }
}

export const totalMinorUnitsOf = ({ total, summary }: CartContent): MinorUnits | null => total ?? summary?.total ?? null

/** Returns null if neither the cart nor its summary has a total. */
export function decimalTotalOf(content: CartContent): number | null {
  const units = totalMinorUnitsOf(content)
  return units === null ? null : fromMinorUnits(units, content.amountCurrency)
}
