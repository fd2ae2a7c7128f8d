/** Calculates the rows that add up to the total of an order: items, discounts, shipping and taxes. */

import type { Order } from '../../../client/index.ts'
import { fromMinorUnits, type MinorUnits, minorUnits, toMinorUnits } from '../../../core/money.ts'

export interface TotalRow {
  kind: 'items' | 'discount' | 'shipping' | 'tax' | 'other'
  name: string
  rate?: number
  amount: number
}

type TaxOrDiscount = Omit<TotalRow, 'kind' | 'amount'> & { units: number }

/**
 * Returns a row for each discount if the discounts add up to `rebateAmount`. Otherwise, returns one row with
 * `rebateAmount`, or none if it is 0.
 */
function discountsOf({ discounts, rebateAmount, currency }: Order): TaxOrDiscount[] {
  const saved = toMinorUnits(rebateAmount, currency)
  const named = discounts.map(({ name, code, amountSaved }) => ({
    name: name || code || '',
    units: -toMinorUnits(amountSaved ?? 0, currency),
  }))
  if (named.length > 0 && named.reduce((sum, { units }) => sum + units, 0) === -saved) return named
  const names = discounts.map(({ name, code }) => name || code || '').filter(Boolean)
  return saved === 0 ? [] : [{ name: names.join(', '), units: -saved }]
}

export const addedTaxesOf = ({ taxes }: Order) => taxes.filter(({ includedInPrice }) => !includedInPrice)

export const includedTaxesOf = ({ taxes }: Order) => taxes.filter(({ includedInPrice }) => includedInPrice)

/** Returns the rows. If they do not add up to the order's total, one more row shows the difference. */
export function totalRowsOf(order: Order): TotalRow[] {
  const { currency, itemsTotal, shippingFees, shippingMethod, finalGrandTotal } = order
  const units = (amount: number): MinorUnits => toMinorUnits(amount, currency)
  const rows = [
    { kind: 'items' as const, name: '', units: units(itemsTotal) },
    ...discountsOf(order).map(discount => ({ kind: 'discount' as const, ...discount })),
    { kind: 'shipping' as const, name: shippingMethod, units: units(shippingFees) },
    ...addedTaxesOf(order).map(({ taxName, taxRate, amount }) => ({
      kind: 'tax' as const,
      name: taxName,
      rate: taxRate,
      units: units(amount),
    })),
  ]
  const difference = units(finalGrandTotal) - rows.reduce((sum, row) => sum + row.units, 0)
  const all = difference === 0 ? rows : [...rows, { kind: 'other' as const, name: '', units: difference }]
  return all.map(({ units: amount, ...row }) => ({ ...row, amount: fromMinorUnits(minorUnits(amount), currency) }))
}
