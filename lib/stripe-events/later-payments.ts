/**
 * Converts the report of a payment that may arrive long after its order. Meanwhile, the store may have changed the order,
 * its customer and its products, so the report changes only the payment.
 */

import { stampTime } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import { type ConvertedEvent, envelopeOfCheckoutEvent, type StripeEvent } from './conversion.ts'

/** `status` is absent if the report does not say whether the order can be shipped. */
interface Payment {
  token: OrderToken
  status?: string
  paymentStatus: string
}

/** The status replaces only `Pending`, and not one that the store has set meanwhile, such as `Shipped`. */
export const changeByPayment = (tenant: Tenant, event: StripeEvent, payment: Payment) => ({
  ...envelopeOfCheckoutEvent(tenant, event),
  eventName: 'order.status.changed',
  content: { ...payment, replaces: 'Pending' },
})

interface Report {
  payment: Payment
  /** The order without its statuses. The completion date is null if nothing was charged. */
  order: { completionDate: string | null }
  /** The Unix time at which the order began. */
  begun: number
}

/**
 * Returns the change of the statuses first, so that a new order has its statuses as soon as it is listed. The order
 * itself, which may have new details of the payment, has the second of the known content. So it replaces this content,
 * but no later change.
 */
export async function eventsOfLaterPayment(
  tenant: Tenant,
  event: StripeEvent,
  { payment, order, begun }: Report,
): Promise<ConvertedEvent[]> {
  const known = await orders.findOrderRow(tenant, payment.token)
  const created = known?.contentStamp ? Math.floor(Date.parse(stampTime(known.contentStamp)) / 1000) : begun
  const envelope = envelopeOfCheckoutEvent(tenant, { ...event, created })
  const completionDate = order.completionDate ?? known?.content?.completionDate ?? envelope.createdOn
  const content = { ...order, completionDate, token: payment.token }
  return [changeByPayment(tenant, event, payment), { ...envelope, eventName: 'order.completed', content }]
}
