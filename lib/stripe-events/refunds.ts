/**
 * Converts refunds in Stripe to checkout events. With an API version before 2025-03-31, Stripe also makes a refund when
 * it releases an authorization.
 */

import * as z from 'zod'
import { guid } from '../core/fields.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import * as orders from '../orders/index.ts'
import { refundFailedEventName } from '../payments/index.ts'
import { convertRelease } from './authorizations.ts'
import { type Conversion, envelopeOfCheckoutEvent, type StripeEvent } from './conversion.ts'
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
import { addOrderOrStoreReport } from './report-of-payment.ts'

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
  const orderToken = await findOrderIn(tenant, refund)
  const released = orderToken ? null : await findReleasedCharge(tenant, refund)
  if (released) return released.amount_captured > 0 ? [] : convertRelease(tenant, event, refund)
  const reported = refundEventWithoutOrder(tenant, event, refund)
  if (!reported) return []
  if (orderToken) return [{ ...reported, content: { ...reported.content, orderToken } }]
  return addOrderOrStoreReport(tenant, refund, reported)
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

/** Returns an event to which the caller must add the order token. Returns null while the refund is pending. */
export function refundEventWithoutOrder(
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

/**
 * Returns the order whose token this API has added to the metadata, as it does for each refund that it requests. Returns
 * null if the order is of another store, because Stripe sends each event to the webhooks of all stores of its account.
 */
async function findOrderIn(tenant: Tenant, { metadata }: StripeRefund): Promise<OrderToken | null> {
  const token = guid.brand<'OrderToken'>().safeParse(metadata?.orderToken).data
  return token && (await orders.readIsCompleted(tenant, token)) ? token : null
}

/**
 * Returns this API's id of the refund, or else Stripe's id. The metadata of a refund that this API requested contains
 * this API's id, which is a GUID.
 */
const refundIdOf = ({ id, metadata }: StripeRefund) => guid.safeParse(metadata?.refundId).data ?? id

const refundOf = (refund: StripeRefund) => ({
  id: refundIdOf(refund),
  amount: decimalOf(refund.amount, refund.currency),
  currency: refund.currency,
  creationDate: dateOf(refund.created),
  byGateway: true,
})

const contentOf = (refund: StripeRefund) => ({
  ...refundOf(refund),
  ...(refund.reason && { comment: refund.reason.replaceAll('_', ' ') }),
  refundedByPaymentGateway: true,
})

const failureOf = (refund: StripeRefund) => ({
  ...refundOf(refund),
  status: refund.status === 'canceled' ? 'Cancelled' : 'Failed',
  reason: refund.failure_reason ?? null,
})
