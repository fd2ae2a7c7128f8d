/** Converts the amounts of a cart: minor units of its currency inside, decimals outside. */

import { fromMinorUnits, toMinorUnits } from '../core/money.ts'
import type { CartUpdated } from './events.ts'

type Amounts = Pick<CartUpdated, 'items' | 'summary' | 'shippingInformation' | 'itemsTotal' | 'total'>
type StoredAmounts = Amounts & { amountCurrency: string }
type Convert = (amount: number) => number

export const toStoredAmounts = <C extends Amounts>(content: C, amountCurrency: string) => ({
  ...convertAmounts(content, amount => toMinorUnits(amount, amountCurrency)),
  amountCurrency,
})

export const toDecimalAmounts = <C extends StoredAmounts>(content: C) =>
  convertAmounts(content, units => fromMinorUnits(units, content.amountCurrency))

/** A decimal; null where neither the cart nor its summary has a total. */
export function totalOf({ total, summary, amountCurrency }: StoredAmounts): number | null {
  const units = total ?? summary?.total ?? null
  return units === null ? null : fromMinorUnits(units, amountCurrency)
}

const convertAmounts = <C extends Amounts>(content: C, convert: Convert): C => ({
  ...content,
  ...convertFields(content, ['itemsTotal', 'total'], convert),
  items: content.items.map(item => convertFields(item, ['price', 'unitPrice', 'totalPrice'], convert)),
  summary:
    content.summary &&
    convertFields(
      content.summary,
      ['subtotal', 'taxableTotal', 'total', 'payableNow', 'adjustedTotal'],
      convert,
    ),
  shippingInformation:
    content.shippingInformation && convertFields(content.shippingInformation, ['fees'], convert),
})

function convertFields<T extends object, F extends keyof T>(object: T, fields: F[], convert: Convert): T {
  const converted = { ...object }
  for (const field of fields) {
    const amount = object[field]
    if (typeof amount === 'number') Object.assign(converted, { [field]: convert(amount) })
  }
  return converted
}
