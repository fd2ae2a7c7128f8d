/** Converts disputes in Stripe to changes of the order's status. */

import * as z from 'zod'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as orders from '../orders/index.ts'
import { type Conversion, envelopeOfCheckoutEvent } from './conversion.ts'
import { relatedId, stripeId, text } from './fields.ts'
import { addOrderOrStoreReport } from './report-of-payment.ts'

const Dispute = z.object({ id: stripeId, status: z.string(), payment_intent: relatedId, charge: relatedId })
const Previous = z.object({ status: text }).nullish().catch(null)

/** Returns whether the buyer has got the money back from the bank. During an appeal, the buyer keeps the money. */
const isLost = (status: string | null | undefined) => status === 'lost' || !!status?.startsWith('appeal_')

/**
 * Returns whether the dispute has ended without a loss. If it ended because the store refunded the payment, Stripe
 * reports the refund in a separate event.
 */
const isOver = (status: string) => ['won', 'warning_closed', 'prevented'].includes(status)

/**
 * Converts a dispute to a status change of its order. After a lost dispute, the order is charged back. The dispute is
 * not stored as a refund, because no credit note is due. Several events may report the same dispute, so `content` has
 * the id of the event, not of the dispute.
 */
export const convertDisputeToStatusChange: Conversion = async (tenant, event) => {
  const dispute = parseInput(Dispute, event.data.object, 'the dispute')
  const wasLost = isLost(Previous.parse(event.data.previous_attributes)?.status)
  const content = { id: event.id, ...statusesOf(dispute.status, wasLost) }
  const report = { ...envelopeOfCheckoutEvent(tenant, event), eventName: 'order.status.changed', content }
  const converted = await addOrderOrStoreReport(tenant, dispute, report)
  return isOver(dispute.status) ? Promise.all(converted.map(ended => withEarlierStatus(tenant, ended))) : converted
}

function statusesOf(status: string, wasLost: boolean) {
  if (isLost(status)) return { status: 'Disputed', paymentStatus: 'ChargedBack' }
  if (isOver(status)) return { status: 'Processed', ...(wasLost && { paymentStatus: 'Paid' }) }
  return { status: 'Disputed' }
}

/**
 * Sets the status `Shipped` if the order has a tracking number, because the order probably had this status before the
 * dispute. The real earlier status is not stored.
 */
async function withEarlierStatus<E extends { content: object }>(tenant: Tenant, event: E): Promise<E> {
  const { token } = event.content as { token: OrderToken }
  const order = (await orders.readIsCompleted(tenant, token)) ? await orders.loadOrderRow(tenant, token, true) : null
  return order?.latest.trackingNumber?.value ? { ...event, content: { ...event.content, status: 'Shipped' } } : event
}
