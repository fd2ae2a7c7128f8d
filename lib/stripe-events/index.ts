/** Converts events of Stripe to checkout events. Events of types without a conversion are ignored. */

import { convertAuthorization, convertCanceledPayment } from './authorizations.ts'
import type { Conversion } from './conversion.ts'
import { convertDisputeToStatusChange } from './disputes.ts'
import { convertRefund } from './refunds.ts'
import { convertExpiredSession, convertSession } from './sessions.ts'
import { convertSubscriptionInvoice } from './subscription-invoices.ts'
import { convertSubscription } from './subscriptions.ts'

export { StripeEvent } from './conversion.ts'

const conversions = new Map<string, Conversion>(
  Object.entries({
    'charge.dispute.closed': convertDisputeToStatusChange,
    'charge.dispute.created': convertDisputeToStatusChange,
    'charge.dispute.updated': convertDisputeToStatusChange,
    'checkout.session.async_payment_failed': convertSession,
    'checkout.session.async_payment_succeeded': convertSession,
    'checkout.session.completed': convertSession,
    'checkout.session.expired': convertExpiredSession,
    'customer.subscription.created': convertSubscription,
    'customer.subscription.deleted': convertSubscription,
    'customer.subscription.paused': convertSubscription,
    'customer.subscription.resumed': convertSubscription,
    'customer.subscription.updated': convertSubscription,
    'invoice.paid': convertSubscriptionInvoice,
    'invoice.payment_failed': convertSubscriptionInvoice,
    'payment_intent.amount_capturable_updated': convertAuthorization,
    'payment_intent.canceled': convertCanceledPayment,
    'refund.created': convertRefund,
    'refund.failed': convertRefund,
    'refund.updated': convertRefund,
  }),
)

/** Returns all checkout events at once, so that everything is fetched from Stripe before the first event is applied. */
export const convertStripeEvent: Conversion = async (tenant, event) =>
  (await conversions.get(event.type)?.(tenant, event)) ?? []
