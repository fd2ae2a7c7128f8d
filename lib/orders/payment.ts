/** The payment of an order. */

import { isNewer, laterOf } from '../core/event-stamp.ts'
import { isBlank } from '../core/fields.ts'
import type { CompletedOrderRow } from './entity.ts'
import { isFullyRefunded, isSettled } from './refund-rules.ts'
import type { Order } from './schemas.ts'

/** Null for an order that was paid without a gateway. */
export const paymentIdOf = ({ content }: CompletedOrderRow): string | null =>
  isBlank(content.paymentTransactionId) ? null : content.paymentTransactionId

/** Refunded when nothing is left, until a later change. */
export function paymentStatusOf({ content, latest, refunds }: CompletedOrderRow): Order['paymentStatus'] {
  const known = latest.paymentStatus
  const refundStamp = Object.values(refunds)
    .filter(isSettled)
    .reduce((newest, { stamp = '' }) => laterOf(newest, stamp), '')
  const isRefunded = isFullyRefunded(refunds, content) && isNewer(refundStamp, known?.stamp)
  return isRefunded ? 'Refunded' : (known?.value ?? null)
}
