/** Converts refunds in Stripe to checkout events. Stripe also makes a refund when it releases an authorization. */

import * as z from 'zod'
import { guid } from '../core/fields.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as orders from '../orders/index.ts'
import { refundFailedEventName } from '../payments/index.ts'
import { type Conversion, type ConvertedEvent, envelopeOfCheckoutEvent, type StripeEvent } from './conversion.ts'
import { fetchCharge } from './fetch.ts'
import {
  currencyCode,
  dateOf,
  decimalOf,
  relatedId,
  stripeAmount,
  stripeId,
  stripeMetadata,
  text,
  unixTime,
} from './fields.ts'
import { resolveOrStoreReport } from './order-of-payment.ts'

export const StripeRefund = z.object({
  id: stripeId,
  amount: z.int().positive(),
  currency: currencyCode,
  status: text,
  created: unixTime,
  payment_intent: relatedId,
  charge: relatedId,
  balance_transaction: relatedId,
  reason: text,
  failure_reason: text,
  metadata: stripeMetadata,
})
type StripeRefund = z.output<typeof StripeRefund>

const Charge = z.object({ amount: stripeAmount, amount_captured: stripeAmount })
type Charge = z.output<typeof Charge>

export const convertRefund: Conversion = async (tenant, event) => {
  const refund = parseInput(StripeRefund, event.data.object, 'the refund')
  const orderToken = orderTokenIn(refund)
  const released = orderToken ? null : await findReleasedCharge(tenant, refund)
  const reported = released ? toReleaseEvent(tenant, event, released) : toCheckoutRefundEvent(tenant, event, refund)
  if (!reported) return []
  if (orderToken) return [{ ...reported, content: { ...reported.content, orderToken } }]
  const events = await resolveOrStoreReport(tenant, refund, reported)
  return released ? whileAuthorized(tenant, events) : events
}

/**
 * Leaves out orders that are not authorized any more, for example because they were paid in another way. An order may
 * not have its payment status yet.
 */
async function whileAuthorized(tenant: Tenant, events: ConvertedEvent[]): Promise<ConvertedEvent[]> {
  const payments = await Promise.all(
    events.map(({ content }) => orders.readPaymentStatusAndCheck(tenant, (content as { token: OrderToken }).token)),
  )
  return events.filter((_, index) => (payments[index]?.status ?? 'Authorized') === 'Authorized')
}

/**
 * Returns the charge if the refund only releases what was authorized and not captured; otherwise null. Such a refund
 * has no balance transaction, because no money moves.
 */
async function findReleasedCharge(tenant: Tenant, refund: StripeRefund): Promise<Charge | null> {
  const { status, charge: id, balance_transaction } = refund
  if (status !== 'succeeded' || balance_transaction !== null || !id) return null
  const charge = parseInput(Charge, await fetchCharge(tenant, id), 'the charge')
  return charge.amount_captured < charge.amount ? charge : null
}

/** Returns a status change if nothing can be captured any more; null if a part of the payment was captured. */
function toReleaseEvent(tenant: Tenant, event: StripeEvent, { amount_captured }: Charge) {
  if (amount_captured > 0) return null
  const content = { id: event.id, paymentStatus: 'Cancelled' }
  return { ...envelopeOfCheckoutEvent(tenant, event), eventName: 'order.status.changed', content }
}

/** Returns an event to which the caller must add the order token. Returns null while the refund is pending. */
export function toCheckoutRefundEvent(
  tenant: Tenant,
  event: Pick<StripeEvent, 'id' | 'type' | 'created'>,
  refund: StripeRefund,
) {
  const envelope = envelopeOfCheckoutEvent(tenant, event)
  if (event.type === 'refund.failed' || refund.status === 'failed' || refund.status === 'canceled')
    return { ...envelope, eventName: refundFailedEventName, content: failureOf(refund) }
  return refund.status === 'succeeded'
    ? { ...envelope, eventName: 'order.refund.created', content: contentOf(refund) }
    : null
}

/** Reads the token that this API adds to the metadata of each refund that it requests. */
const orderTokenIn = ({ metadata }: StripeRefund): OrderToken | null =>
  guid.brand<'OrderToken'>().safeParse(metadata?.orderToken).data ?? null

/**
 * Returns this API's id of the refund, or else Stripe's id. The metadata of a refund that this API requested contains
 * this API's id, which is a GUID.
 */
const refundIdOf = ({ id, metadata }: StripeRefund) => guid.safeParse(metadata?.refundId).data ?? id

const contentOf = (refund: StripeRefund) => ({
  id: refundIdOf(refund),
  amount: decimalOf(refund.amount, refund.currency),
  currency: refund.currency,
  ...(refund.reason && { comment: refund.reason.replaceAll('_', ' ') }),
  creationDate: dateOf(refund.created),
  refundedByPaymentGateway: true,
})

const failureOf = (refund: StripeRefund) => ({
  id: refundIdOf(refund),
  status: refund.status === 'canceled' ? 'Cancelled' : 'Failed',
  reason: refund.failure_reason ?? null,
})
