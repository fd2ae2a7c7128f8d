/** The taxes that a refund returns. */

import { fromMinorUnits, type MinorUnits, toMinorUnits } from '../core/money.ts'
import { shareProportionally } from '../core/share.ts'
import type { OrderContent } from './content.ts'

export interface RefundTax {
  taxName: string
  taxRate: number
  amount: number
}

type Taxed = Pick<OrderContent, 'currency' | 'finalGrandTotal' | 'taxes'>

/** The part of each tax of the order in an amount; over all refunds never more than the tax. */
export function taxesOfRefund(
  amount: MinorUnits,
  { currency, finalGrandTotal, taxes }: Taxed,
  earlier: readonly RefundTax[][],
): RefundTax[] {
  const taxAmounts = taxes.map(tax => Math.max(tax.amount ?? 0, 0))
  const refunded = (n: number) =>
    earlier.reduce((sum, refundTaxes) => sum + toMinorUnits(refundTaxes[n]?.amount ?? 0, currency), 0)
  const limits = taxAmounts.map((tax, n) => Math.max(tax - refunded(n), 0))
  const shares = shareProportionally(taxAmounts, { part: amount, whole: finalGrandTotal, limits })
  return taxes.map(({ taxName, taxRate }, n) => ({
    taxName: taxName ?? '',
    taxRate: taxRate ?? 0,
    amount: fromMinorUnits(shares[n] ?? 0, currency),
  }))
}
