/** Applies the checkout events of refunds. Events may arrive in any sequence and more than once. */

import type { Account } from '../accounts/schemas.ts'
import { isNewer, type StampedEvent, stampTime } from '../core/event-stamp.ts'
import { guid } from '../core/fields.ts'
import { type OrderToken, refundIdOf } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { failureFieldOf, isUnderWay, type RefundFailure, type StoredRefund } from '../orders/index.ts'
import type { RefundCreated, RefundFailed } from './checkout-events.ts'
import { raiseCreditNoteCounter } from './credit-notes.ts'
import { changeRefundOfOrder, prepareSettlement, saveSettledRefund } from './save-refund.ts'
import { maxCommentLength } from './schemas.ts'

interface RefundEvent<Content> extends StampedEvent<Content> {
  store: Account
}

/** Settles a refund that this API requested, or records a refund that was made outside of this API. */
export async function record({ tenant, store, content, stamp }: RefundEvent<RefundCreated>): Promise<void> {
  const { id, orderToken, comment, creditNoteNumber, refundedByPaymentGateway } = content
  const settledAt = stampTime(stamp)
  const refund = {
    ...reportOf(content, settledAt),
    ...(creditNoteNumber && { creditNoteNumber }),
    comment: comment?.slice(0, maxCommentLength) || null,
    refundedByPaymentGateway,
  }
  const ownId = idOfReportedRefund(tenant, orderToken, id)
  await raiseCreditNoteCounter(tenant, [refund])
  await saveSettledRefund(tenant, orderToken, { id: ownId, refund, settledAt, stamp, account: store })
}

/**
 * Returns the id that a reported refund has in this API. If the reported id is not a GUID, a GUID is derived from it.
 */
export const idOfReportedRefund = (tenant: Tenant, orderToken: OrderToken, id: string) =>
  guid.safeParse(id).data ?? refundIdOf(tenant, orderToken, id)

export const maxReasonLength = 200

/** Marks a refund as failed, which is final. The failure may be reported before the refund itself. */
export async function recordFailure({ tenant, store, content, stamp }: RefundEvent<RefundFailed>): Promise<void> {
  const { orderToken: token, status, reason } = content
  const id = idOfReportedRefund(tenant, token, content.id)
  const failure = { status, reason: reason?.slice(0, maxReasonLength) || null, stamp }
  const settledAt = stampTime(stamp)
  const report = { ...reportOf(content, settledAt), failure }
  await changeRefundOfOrder(tenant, { token, id, report }, (order, known) => {
    if (known && isUnderWay(known))
      return prepareSettlement(order, { id, refund: known, failure, settledAt, account: store })
    const refund = known ?? report
    const field = failureFieldOf(refund, report)
    return { refund: { ...refund, [field]: firstOf(failure, refund[field]) }, modifiedAt: settledAt }
  })
}

type Reported = Pick<RefundFailed, 'amount' | 'currency' | 'creationDate' | 'byGateway'>

const reportOf = ({ amount, currency, creationDate, byGateway }: Reported, settledAt: string): StoredRefund => ({
  ...refundDefaults(creationDate ?? settledAt),
  amount: amount ?? 0,
  ...(currency && { currency: currency.trim().toLowerCase() }),
  byGateway,
  ...(!creationDate && { madeBefore: settledAt }),
})

/** Returns the failure with the earlier stamp. Several events may report the same failure. */
const firstOf = (failure: RefundFailure, known: RefundFailure | undefined) =>
  known && isNewer(failure.stamp, known.stamp) ? known : failure

/**
 * Returns the default values of a refund that was made outside of this API. These values are also stored if the failure
 * of the refund is reported before the refund itself.
 */
export const refundDefaults = (creationDate: string): StoredRefund => ({
  amount: 0,
  comment: null,
  status: null,
  taxes: [],
  notifyCustomer: false,
  refundedByPaymentGateway: true,
  creationDate,
})
