/** Stored refunds in their public form. */

import { stampTime } from '../core/event-stamp.ts'
import { fromMinorUnits, withRounded } from '../core/money.ts'
import { project } from '../core/project.ts'
import type { CompletedOrderRow } from './entity.ts'
import { countedRefunds, refundedAmount, type StoredRefund } from './refund-rules.ts'
import { OrderRefund } from './refund-schemas.ts'

export function presentOrderRefunds({ token, content, refunds }: CompletedOrderRow) {
  const { currency, finalGrandTotal } = content
  const refunded = refundedAmount(refunds, currency)
  return {
    refunds: countedRefunds(refunds, currency).map(([id, refund]) =>
      presentOrderRefund(refund, { id, token, currency }),
    ),
    refundsAmount: fromMinorUnits(refunded, currency),
    adjustedAmount: fromMinorUnits(finalGrandTotal - refunded, currency),
  }
}

interface RefundContext {
  id: string
  token: string
  /** Of the order. */
  currency: string
}

/** Optional fields are absent, not null. */
export function presentOrderRefund(
  stored: StoredRefund,
  { id, token, ...order }: RefundContext,
): OrderRefund {
  const { settledAt, creditNoteNumber, failure, currency = order.currency, ...refund } = stored
  const {
    creditNoteNumber: _,
    failureReason: __,
    ...fields
  } = project(OrderRefund, {
    ...withRounded(refund, ['amount'], currency),
    id,
    orderToken: token,
    currency,
    modificationDate: failure ? stampTime(failure.stamp) : settledAt,
    status: failure?.status ?? refund.status,
  })
  return {
    ...fields,
    ...(creditNoteNumber !== undefined && { creditNoteNumber }),
    ...(failure && { failureReason: failure.reason ?? '' }),
  }
}
