/** Converts the amounts of a cart: minor units of its currency inside, decimals outside. */

import { fromMinorUnits, withDecimals, withMinorUnits } from '../core/money.ts'
import type { CartUpdated } from './events.ts'

type Amounts = Pick<CartUpdated, 'items' | 'summary' | 'shippingInformation' | 'itemsTotal' | 'total'>
type StoredAmounts = Amounts & { amountCurrency: string }

export const toStoredAmounts = <C extends Amounts>(content: C, amountCurrency: string) => ({
  ...convertAmounts(content, withMinorUnits, amountCurrency),
  amountCurrency,
})

export const toDecimalAmounts = <C extends StoredAmounts>(content: C) =>
  convertAmounts(content, withDecimals, content.amountCurrency)

/** A decimal; null where neither the cart nor its summary has a total. */
export function totalOf({ total, summary, amountCurrency }: StoredAmounts): number | null {
  const units = total ?? summary?.total ?? null
  return units === null ? null : fromMinorUnits(units, amountCurrency)
}

const summaryAmounts = ['subtotal', 'taxableTotal', 'total', 'payableNow', 'adjustedTotal'] as const

function convertAmounts<C extends Amounts>(content: C, convert: typeof withMinorUnits, currency: string): C {
  const { items, summary, shippingInformation } = content
  return {
    ...convert(content, ['itemsTotal', 'total'], currency),
    items: items.map(item => convert(item, ['price', 'unitPrice', 'totalPrice'], currency)),
    summary: summary && convert(summary, summaryAmounts, currency),
    shippingInformation: shippingInformation && convert(shippingInformation, ['fees'], currency),
  }
}
