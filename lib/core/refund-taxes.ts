/** Decides how much of each tax of an order a refund includes. The pages predict the taxes of a refund with it too. */

import { type DecimalAmount, fromMinorUnits, type MinorUnits, minorUnits, sumOfUnits, toMinorUnits } from './money.ts'
import { scaleIntegers } from './scale-integers.ts'

export interface RefundTax {
  taxName: string
  taxRate: number
  amount: DecimalAmount
}

interface OrderTax {
  taxName: string | null
  taxRate: number | null
  amount: MinorUnits | null
}

interface TaxedOrder {
  currency: string
  finalGrandTotal: MinorUnits
  taxes: readonly OrderTax[]
}

/**
 * Returns the part of each tax that is refunded, in proportion to the refunded amount. All refunds of an order together
 * return at most the whole tax, and at most the sum of all taxes, even if the order no longer has a refunded tax.
 */
export function taxesOfRefund(
  units: MinorUnits,
  { currency, finalGrandTotal, taxes: orderTaxes }: TaxedOrder,
  earlier: readonly RefundTax[][],
): RefundTax[] {
  const taxes = orderTaxes.map(({ taxName, taxRate, amount }) => ({
    taxName: taxName ?? '',
    taxRate: taxRate ?? 0,
    units: minorUnits(Math.max(amount ?? 0, 0)),
  }))
  const refunded = earlier.map(refund => refund.map(tax => ({ ...tax, units: toMinorUnits(tax.amount, currency) })))
  const taxUnits = taxes.map(tax => tax.units)
  const shares = scaleIntegers(taxUnits, { part: units, whole: finalGrandTotal, limits: unitsLeft(taxes, refunded) })
  const most = sumOfUnits(taxUnits) - sumOfUnits(refunded.flat().map(tax => tax.units))
  const parts = limitSum(shares, Math.max(most, 0))
  return taxes.map(({ units: _, ...tax }, n) => ({
    ...tax,
    amount: fromMinorUnits(minorUnits(parts[n] ?? 0), currency),
  }))
}

interface Tax extends Omit<RefundTax, 'amount'> {
  units: MinorUnits
}

/**
 * Returns the amount of each tax that earlier refunds have left. An earlier refund may contain other taxes or another
 * sequence than the order has now. Its taxes therefore reduce the taxes with the same name and rate: first the one at
 * the same position among them, then the others.
 */
function unitsLeft(taxes: readonly Tax[], refunded: readonly Tax[][]): number[] {
  const left: number[] = taxes.map(({ units }) => units)
  for (const refund of refunded)
    for (const [n, tax] of refund.entries()) {
      const isSame = ({ taxName, taxRate }: Tax) => taxName === tax.taxName && taxRate === tax.taxRate
      const position = refund.slice(0, n).filter(isSame).length
      const same = taxes.flatMap((other, m) => (isSame(other) ? [m] : []))
      let rest: number = tax.units
      for (const m of [...same.slice(position), ...same.slice(0, position)]) {
        const before = left[m] ?? 0
        left[m] = Math.max(before - rest, 0)
        rest -= before - left[m]
      }
    }
  return left
}

/** Reduces the parts in proportion if they add up to more than `most`. */
function limitSum(parts: number[], most: number): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  return whole > most ? scaleIntegers(parts, { part: most, whole, limits: parts }) : parts
}
