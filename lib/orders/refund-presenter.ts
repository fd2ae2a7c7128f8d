/** Stored refunds in their public form. */

import { fromMinorUnits, withRounded } from '../core/money.ts'
import { project } from '../core/project.ts'
import type { CompletedOrderRow } from './entity.ts'
import { refundedAmount, type StoredRefund, settledRefunds } from './refund-rules.ts'
import { OrderRefund } from './refund-schemas.ts'

export function presentOrderRefunds({ token, content, refunds }: CompletedOrderRow) {
  const { currency, finalGrandTotal } = content
  const refunded = refundedAmount(refunds, currency)
  return {
    refunds: settledRefunds(refunds).map(([id, refund]) =>
      presentOrderRefund(refund, { id, token, currency }),
    ),
    refundsAmount: fromMinorUnits(refunded, currency),
    adjustedAmount: fromMinorUnits(finalGrandTotal - refunded, currency),
  }
}

interface RefundContext {
  id: string
  token: string
  currency: string
}

/** The number is absent, not null, where credit notes were not numbered. */
export function presentOrderRefund(
  { settledAt, creditNoteNumber, ...refund }: StoredRefund,
  { id, token, currency }: RefundContext,
): OrderRefund {
  const { creditNoteNumber: _, ...fields } = project(OrderRefund, {
    ...withRounded(refund, ['amount'], currency),
    id,
    orderToken: token,
    currency,
    modificationDate: settledAt,
  })
  return creditNoteNumber === undefined ? fields : { ...fields, creditNoteNumber }
}
