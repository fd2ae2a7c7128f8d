/** What the events of Stripe mean to a store. */

import type Stripe from 'stripe'
import { guid } from '../core/fields.ts'
import type { OrderToken } from '../core/ids.ts'
import { fromMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { fromStripeAmount } from '../payments/index.ts'

/** Every refund gets this status once at most, when it is created or in a later update. */
export function succeededRefundOf(event: Stripe.Event): Stripe.Refund | null {
  const isRefund = event.type === 'refund.created' || event.type === 'refund.updated'
  return isRefund && event.data.object.status === 'succeeded' ? event.data.object : null
}

/** Also one that was canceled. */
export function failedRefundOf(event: Stripe.Event): Stripe.Refund | null {
  const isCanceled = event.type === 'refund.updated' && event.data.object.status === 'canceled'
  return event.type === 'refund.failed' || isCanceled ? (event.data.object as Stripe.Refund) : null
}

/** The order that the refund itself names, as those do that this API asked for. */
export const orderTokenIn = ({ metadata }: Stripe.Refund): OrderToken | null =>
  guid.brand<'OrderToken'>().safeParse(metadata?.orderToken).data ?? null

const idOf = (object: string | { id: string } | null) => (typeof object === 'string' ? object : object?.id)

/** An order may know its payment by either id. */
export const paymentIdsOf = ({ payment_intent, charge }: Stripe.Refund): string[] =>
  [idOf(payment_intent), idOf(charge)].filter(id => id !== undefined)

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Without the order. A refund that this API asked for keeps the id that this API gave it. */
export const refundCreated = (tenant: Tenant, event: Stripe.Event, refund: Stripe.Refund) => ({
  id: event.id,
  eventName: 'order.refund.created',
  ...tenant,
  createdOn: dateOf(event.created),
  content: {
    id: refund.metadata?.refundId || refund.id,
    amount: fromMinorUnits(fromStripeAmount(refund.amount, refund.currency), refund.currency),
    ...(refund.reason && { comment: refund.reason.replaceAll('_', ' ') }),
    creationDate: dateOf(refund.created),
    refundedByPaymentGateway: true,
  },
})
