/** Converts disputes in Stripe to changes of the order's status. */

import * as z from 'zod'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as orders from '../orders/index.ts'
import { type Conversion, envelopeOf } from './stripe-events.ts'
import { relatedId, stripeId, text } from './stripe-fields.ts'
import { withOrderOfPayment } from './stripe-payments.ts'

const Dispute = z.object({ id: stripeId, status: z.string(), payment_intent: relatedId, charge: relatedId })
const Previous = z.object({ status: text }).nullish().catch(null)

/** The bank has returned the money to the buyer, where it stays unless the store wins an appeal. */
const isLost = (status: string | null | undefined) => status === 'lost' || !!status?.startsWith('appeal_')

/** The store keeps the money; or a refund, which is an event of its own, has ended the dispute. */
const isOver = (status: string) => ['won', 'warning_closed', 'prevented'].includes(status)

/**
 * A lost dispute makes the order charged back, and is no refund: this API has not paid it, no credit note is due, and
 * nothing is left to refund. The event's id identifies the report, as each event of a dispute is one of its own.
 */
export const convertDispute: Conversion = async (tenant, event) => {
  const dispute = parseInput(Dispute, event.data.object, 'the dispute')
  const wasLost = isLost(Previous.parse(event.data.previous_attributes)?.status)
  const content = { id: event.id, ...statusesOf(dispute.status, wasLost) }
  const report = { ...envelopeOf(tenant, event), eventName: 'order.status.changed', content }
  const converted = await withOrderOfPayment(tenant, dispute, report)
  return isOver(dispute.status) ? Promise.all(converted.map(ended => withEarlierStatus(tenant, ended))) : converted
}

function statusesOf(status: string, wasLost: boolean) {
  if (isLost(status)) return { status: 'Disputed', paymentStatus: 'ChargedBack' }
  if (isOver(status)) return { status: 'Processed', ...(wasLost && { paymentStatus: 'Paid' }) }
  return { status: 'Disputed' }
}

/** The status before the dispute is not stored. An order that is on its way must not be shipped a second time. */
async function withEarlierStatus<E extends { content: object }>(tenant: Tenant, event: E): Promise<E> {
  const { token } = event.content as { token: OrderToken }
  const order = (await orders.exists(tenant, token)) ? await orders.loadOrderRow(tenant, token, true) : null
  return order?.latest.trackingNumber?.value ? { ...event, content: { ...event.content, status: 'Shipped' } } : event
}
