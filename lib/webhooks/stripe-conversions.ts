/**
 * Maps the types of Stripe's events to the functions that convert them to checkout events. Events of other types are
 * ignored.
 */

import { convertDispute } from './stripe-disputes.ts'
import type { Conversion } from './stripe-events.ts'
import { convertInvoice } from './stripe-invoices.ts'
import { convertAuthorization } from './stripe-payments.ts'
import { convertRefund } from './stripe-refunds.ts'
import { convertExpiredSession, convertSession } from './stripe-sessions.ts'
import { convertSubscription } from './stripe-subscriptions.ts'

const conversions = new Map<string, Conversion>(
  Object.entries({
    'charge.dispute.closed': convertDispute,
    'charge.dispute.created': convertDispute,
    'charge.dispute.updated': convertDispute,
    'checkout.session.async_payment_failed': convertSession,
    'checkout.session.async_payment_succeeded': convertSession,
    'checkout.session.completed': convertSession,
    'checkout.session.expired': convertExpiredSession,
    'customer.subscription.created': convertSubscription,
    'customer.subscription.deleted': convertSubscription,
    'customer.subscription.paused': convertSubscription,
    'customer.subscription.resumed': convertSubscription,
    'customer.subscription.updated': convertSubscription,
    'invoice.paid': convertInvoice,
    'invoice.payment_failed': convertInvoice,
    'payment_intent.amount_capturable_updated': convertAuthorization,
    'refund.created': convertRefund,
    'refund.failed': convertRefund,
    'refund.updated': convertRefund,
  }),
)

/** Fetches everything from Stripe before anything is stored. */
export const convertStripeEvent: Conversion = async (tenant, event) =>
  (await conversions.get(event.type)?.(tenant, event)) ?? []
