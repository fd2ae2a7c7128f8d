/** Parses events of Stripe and converts them to checkout events. */

import * as z from 'zod'
import { guid } from '../core/fields.ts'
import type { OrderToken } from '../core/ids.ts'
import { fromMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { fromStripeAmount, refundFailedEvent } from '../payments/index.ts'

/** Stripe's ids become ids of checkout events, which have at most 100 characters. No id of Stripe is that long. */
const id = z.string().min(1).max(100)

/** A Unix time in seconds, at most the end of the year 9999. */
const seconds = z.int().min(0).max(253_402_300_799)

export const StripeEvent = z.object({
  id,
  type: z.string(),
  livemode: z.boolean(),
  created: seconds,
  /** The fields of this object depend on the type of the event. */
  data: z.object({ object: z.looseObject({}) }),
})
export type StripeEvent = z.output<typeof StripeEvent>

/** Stripe sends the id of a payment, or the object that contains it. */
const paymentId = z.union([id, z.object({ id }).transform(payment => payment.id)]).nullish()

export const StripeRefund = z.object({
  id,
  amount: z.int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/i, { error: 'must be the code of a currency' }),
  status: z.string().nullish(),
  created: seconds,
  payment_intent: paymentId,
  charge: paymentId,
  reason: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
export type StripeRefund = z.output<typeof StripeRefund>

const refundTypes: readonly string[] = ['refund.created', 'refund.updated', 'refund.failed']
export const isAboutRefund = ({ type }: Pick<StripeEvent, 'type'>) => refundTypes.includes(type)

type Envelope = Pick<StripeEvent, 'id' | 'type' | 'created'>

/** Returns the checkout event, to which the caller adds the order token; null while the refund is pending. */
export function checkoutEventOf(tenant: Tenant, event: Envelope, refund: StripeRefund) {
  const envelope = { id: event.id, ...tenant, createdOn: dateOf(event.created) }
  if (event.type === 'refund.failed' || refund.status === 'failed' || refund.status === 'canceled')
    return { ...envelope, eventName: refundFailedEvent, content: failureOf(refund) }
  return refund.status === 'succeeded'
    ? { ...envelope, eventName: 'order.refund.created', content: contentOf(refund) }
    : null
}

/** Returns the order token in the refund's metadata, which this API adds to the refunds that it requests. */
export const orderTokenIn = ({ metadata }: StripeRefund): OrderToken | null =>
  guid.brand<'OrderToken'>().safeParse(metadata?.orderToken).data ?? null

/** Returns both ids of the payment in Stripe, as the order may have stored either of them. */
export const paymentIdsOf = ({ payment_intent, charge }: StripeRefund): string[] =>
  [payment_intent, charge].filter(paymentId => typeof paymentId === 'string')

const dateOf = (time: number) => new Date(time * 1000).toISOString()

/**
 * Returns our refund id from the metadata, or else Stripe's id. If the metadata is not a GUID, another program has set
 * it.
 */
const refundIdOf = ({ id: stripeId, metadata }: StripeRefund) => guid.safeParse(metadata?.refundId).data ?? stripeId

const decimalAmountOf = ({ amount: stripeAmount, currency }: StripeRefund) =>
  fromMinorUnits(fromStripeAmount(stripeAmount, currency), currency)

const contentOf = (refund: StripeRefund) => ({
  id: refundIdOf(refund),
  amount: decimalAmountOf(refund),
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
