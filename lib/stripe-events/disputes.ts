/** Converts disputes in Stripe to changes of the order's status. */

import * as z from 'zod'
import { parseInput } from '../core/validation.ts'
import { type Conversion, envelopeOfCheckoutEvent } from './conversion.ts'
import { relatedId, stripeId, text, unixTime } from './fields.ts'
import { addOrderOrStoreReport } from './report-of-payment.ts'

const Dispute = z.object({
  id: stripeId,
  created: unixTime,
  status: z.string(),
  payment_intent: relatedId,
  charge: relatedId,
})
const Previous = z.object({ status: text }).nullish().catch(null)

/** Returns whether the buyer has got the money back from the bank. During an appeal, the buyer keeps the money. */
const isLost = (status: string | null | undefined) => status === 'lost' || !!status?.startsWith('appeal_')

/**
 * Returns whether the dispute has ended without a loss. If it ended because the store refunded the payment, Stripe
 * reports the refund in a separate event.
 */
const isOver = (status: string) => ['won', 'warning_closed', 'prevented'].includes(status)

const isInquiry = (status: string | null | undefined) => !!status?.startsWith('warning_')

/**
 * Converts a dispute to a status change of its order. After a lost dispute, the order is charged back. The dispute is
 * not stored as a refund, because no credit note is due. Several events may report the same dispute, so `content` has
 * the id of the event, not of the dispute.
 */
export const convertDisputeToStatusChange: Conversion = async (tenant, event) => {
  const dispute = parseInput(Dispute, event.data.object, 'the dispute')
  const previous = Previous.parse(event.data.previous_attributes)?.status
  const content = { id: event.id, ...statusesOf(dispute.status, isLost(previous)) }
  const created = changesOrder(dispute.status, previous) ? event.created : dispute.created
  const envelope = envelopeOfCheckoutEvent(tenant, { ...event, created })
  return addOrderOrStoreReport(tenant, dispute, { ...envelope, eventName: 'order.status.changed', content })
}

/**
 * Returns whether the order is in another state from this event on. Otherwise, it is disputed since the dispute was
 * created. A status that was set since then therefore stays, for example when the store submits its evidence.
 */
const changesOrder = (status: string, previous: string | null | undefined) =>
  isLost(status) || isOver(status) || (isInquiry(previous) && !isInquiry(status))

function statusesOf(status: string, wasLost: boolean) {
  if (isLost(status)) return { status: 'Disputed', paymentStatus: 'ChargedBack' }
  if (isOver(status)) return { status: 'Processed', replaces: 'Disputed', ...(wasLost && { paymentStatus: 'Paid' }) }
  return { status: 'Disputed' }
}
