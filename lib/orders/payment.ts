/** Reads from an order how it was paid: the payment id, the captured amount and the payment status. */

import { isNewer } from '../core/event-stamp.ts'
import { isBlank } from '../core/fields.ts'
import { type MinorUnits, minorUnits } from '../core/money.ts'
import type { CompletedOrderRow } from './entity.ts'
import type { Order } from './schemas.ts'
import { isFullyRefunded, type Paid, refundsAt, settledRefunds } from './stored-refunds.ts'

/** Returns null if the order was paid without a gateway. */
export const paymentIdOf = ({ content }: CompletedOrderRow): string | null =>
  isBlank(content.paymentTransactionId) ? null : content.paymentTransactionId

/**
 * Returns the amount of a recorded capture, or null. If the checkout has captured the payment itself, no capture is
 * recorded.
 */
export const capturedAmountOf = ({ latest }: CompletedOrderRow): MinorUnits | null =>
  latest.capturedAmount?.value ?? null

export function isPartlyCaptured(row: CompletedOrderRow): boolean {
  const captured = capturedAmountOf(row)
  return captured !== null && captured < row.content.finalGrandTotal
}

export const paidOf = (row: CompletedOrderRow): Paid => {
  const { currency, finalGrandTotal } = row.content
  const captured = capturedAmountOf(row) ?? finalGrandTotal
  return { currency, paidAmount: minorUnits(Math.min(captured, finalGrandTotal)) }
}

/**
 * Returns `Refunded` if everything was refunded, and no event or request has set a payment status after the last
 * refund. Otherwise, returns the payment status that was set last. If that is a `Refunded` from when everything was
 * refunded, and a refund has failed since, the status before it is not known any more, but the order was paid.
 */
export function paymentStatusOf(row: CompletedOrderRow): Order['paymentStatus'] {
  const { latest, refunds, content } = row
  const known = latest.paymentStatus
  const paid = paidOf(row)
  const isRefunded = isFullyRefunded(refunds, paid)
  const settled = settledRefunds(refunds, paid.currency)
  if (isRefunded && settled.some(([, { stamp = '' }]) => isNewer(stamp, known?.stamp))) return 'Refunded'
  if (isRefunded || known?.value !== 'Refunded') return known?.value ?? null
  if (!isFullyRefunded(refundsAt(refunds, known.stamp), paid)) return 'Refunded'
  return paid.paidAmount < content.finalGrandTotal ? 'Authorized' : 'Paid'
}
