/** Applies the checkout events of refunds. Events may arrive in any order and more than once. */

import type { Account } from '../accounts/schemas.ts'
import { isNewer, type StampedEvent, stampTime } from '../core/event-stamp.ts'
import { guid } from '../core/fields.ts'
import { type OrderToken, refundIdOf } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { isUnderWay, type RefundFailure, type StoredRefund } from '../orders/index.ts'
import type { RefundCreated, RefundFailed } from './events.ts'
import { maxCommentLength } from './schemas.ts'
import { changeRefund, settlementChange, settleRefund } from './settle.ts'

interface RefundEvent<Content> extends StampedEvent<Content> {
  store: Account
}

/**
 * Records a refund made elsewhere, which counts like any other. The event of a refund made by this API settles that
 * refund, as both have the same id.
 */
export async function record({ tenant, store, content, stamp }: RefundEvent<RefundCreated>): Promise<void> {
  const { id, orderToken, amount, currency, comment, creationDate, refundedByPaymentGateway } = content
  const settledAt = stampTime(stamp)
  const refund = {
    ...unknownRefund(creationDate ?? settledAt),
    amount,
    ...(currency && { currency: currency.trim().toLowerCase() }),
    comment: comment?.slice(0, maxCommentLength) || null,
    refundedByPaymentGateway,
  }
  const ownId = ownRefundId(tenant, orderToken, id)
  await settleRefund(tenant, orderToken, { id: ownId, refund, settledAt, stamp, account: store })
}

/** Returns our id of a refund. Other systems report our id, or their own id, from which ours is derived. */
export const ownRefundId = (tenant: Tenant, orderToken: OrderToken, id: string) =>
  guid.safeParse(id).data ?? refundIdOf(tenant, orderToken, id)

export const maxReasonLength = 200

/**
 * Takes back a refund that the gateway had accepted, so that its amount can be refunded again. A failure is final at
 * every gateway: no other report of the refund undoes it, whenever it arrives. A failure may also be reported before
 * the refund itself, or before the gateway answers our request.
 */
export async function recordFailure({ tenant, store, content, stamp }: RefundEvent<RefundFailed>): Promise<void> {
  const { orderToken: token, status, reason } = content
  const id = ownRefundId(tenant, token, content.id)
  const failure = { status, reason: reason?.slice(0, maxReasonLength) || null, stamp }
  const settledAt = stampTime(stamp)
  await changeRefund(tenant, { token, id }, (order, known) => {
    if (known && isUnderWay(known))
      return settlementChange(order, { id, refund: known, failure, settledAt, account: store })
    const refund = { ...(known ?? unknownRefund(settledAt)), failure: firstOf(failure, known?.failure) }
    return { refund, modifiedAt: settledAt }
  })
}

/** Several events may report one failure. The earliest of them counts, in whatever order they arrive. */
const firstOf = (failure: RefundFailure, known: RefundFailure | undefined) =>
  known && isNewer(failure.stamp, known.stamp) ? known : failure

/** The default values of a refund made elsewhere, of which only the failure may have been reported. */
export const unknownRefund = (creationDate: string): StoredRefund => ({
  amount: 0,
  comment: null,
  status: null,
  taxes: [],
  notifyCustomer: false,
  refundedByPaymentGateway: true,
  creationDate,
})
