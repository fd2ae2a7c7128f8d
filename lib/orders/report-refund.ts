/** Reports refunds that somebody must look at: those that do not count, and those that exceed what was paid. */

import { count, log } from '../core/log.ts'
import { isComplete, type OrderRow } from './entity.ts'
import { paidOf } from './payment.ts'
import { amountLeft, isForeign, isSettled, type StoredRefund } from './refund-rules.ts'

/** After its settlement, or after it was taken back. */
export function reportRefund(row: OrderRow, id: string): void {
  const refund = row.refunds[id]
  if (!refund || !isSettled(refund)) return
  const { account, mode, token } = row
  if (refund.failure) {
    const { status, reason } = refund.failure
    log.error('A refund that was accepted has failed.', { account, mode, token, id, status, reason })
    count('RefundsNotCounted')
  } else reportForeign(row, id, refund)
  /** Only refunds made elsewhere can exceed what was paid. */
  if (isComplete(row) && amountLeft(row.refunds, paidOf(row)) < 0)
    log.warn('The refunds of an order exceed what was paid.', { account, mode, token })
}

/** The currency of an order is known once it is complete, and refunds may arrive before. */
export function reportForeignRefunds(row: OrderRow): void {
  for (const [id, refund] of Object.entries(row.refunds))
    if (isSettled(refund) && !refund.failure) reportForeign(row, id, refund)
}

function reportForeign(row: OrderRow, id: string, refund: StoredRefund): void {
  if (!isComplete(row) || !isForeign(refund, row.content.currency)) return
  const { account, mode, token, content } = row
  log.error('A refund in another currency than its order does not count.', {
    account,
    mode,
    token,
    id,
    currency: refund.currency,
    orderCurrency: content.currency,
  })
  count('RefundsNotCounted')
}
