/** What the events of Stripe mean to a store. */

import * as z from 'zod'
import { guid } from '../core/fields.ts'
import type { OrderToken } from '../core/ids.ts'
import { fromMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { fromStripeAmount, refundFailed } from '../payments/index.ts'

/** Stripe's own are much shorter. Those of events and refunds become ids of checkout events. */
const id = z.string().min(1).max(100)

/** Until the end of the year 9999. */
const seconds = z.int().min(0).max(253_402_300_799)

export const StripeEvent = z.object({
  id,
  type: z.string(),
  livemode: z.boolean(),
  created: seconds,
  /** Its form depends on the type. */
  data: z.object({ object: z.looseObject({}) }),
})
export type StripeEvent = z.output<typeof StripeEvent>

/** An id, or the object that has it. */
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

/** The checkout event, without the order; null while it is open what becomes of the refund. */
export function checkoutEventOf(tenant: Tenant, event: Envelope, refund: StripeRefund) {
  const envelope = { id: event.id, ...tenant, createdOn: dateOf(event.created) }
  if (event.type === 'refund.failed' || refund.status === 'failed' || refund.status === 'canceled')
    return { ...envelope, eventName: refundFailed, content: failureOf(refund) }
  return refund.status === 'succeeded'
    ? { ...envelope, eventName: 'order.refund.created', content: contentOf(refund) }
    : null
}

/** The order that the refund itself names, as those do that this API asked for. */
export const orderTokenIn = ({ metadata }: StripeRefund): OrderToken | null =>
  guid.brand<'OrderToken'>().safeParse(metadata?.orderToken).data ?? null

/** An order may know its payment by either id. */
export const paymentIdsOf = ({ payment_intent, charge }: StripeRefund): string[] =>
  [payment_intent, charge].filter(paymentId => typeof paymentId === 'string')

const dateOf = (time: number) => new Date(time * 1000).toISOString()

/** A refund that this API asked for keeps the id that this API gave it. Other programs may use the same name. */
const refundIdOf = ({ id: stripeId, metadata }: StripeRefund) =>
  guid.safeParse(metadata?.refundId).data ?? stripeId

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
