/** Maps the checkout events of subscriptions to the functions that apply them. */

import type * as z from 'zod'
import { nestedStamp } from '../core/event-stamp.ts'
import type { CustomerId } from '../core/ids.ts'
import * as customers from '../customers/index.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { completeOrder } from './complete-order.ts'
import type { Event, Handler } from './events.ts'

type Update = z.output<typeof subscriptions.SubscriptionReported>
type Invoice = z.output<typeof subscriptions.InvoiceCreated>
type Payment = z.output<typeof subscriptions.PaymentSucceeded>
type Change = Parameters<typeof subscriptions.upsertSubscription>[2]['change']

const v1Handler =
  (change?: Change): Handler<Update> =>
  event =>
    applyReport({ ...event, content: { subscription: event.content, invoices: [] } }, change)

const stateHandler =
  (change?: Change): Handler<subscriptions.SubscriptionReport> =>
  event =>
    applyReport(event, change)

export const subscriptionHandlers = {
  'subscription.created': v1Handler(),
  'subscription.paused': v1Handler('paused'),
  'subscription.resumed': v1Handler('resumed'),
  'subscription.cancelled': v1Handler('cancelled'),
  'subscription.invoice.created': addInvoice,
  'v3/subscription.created': stateHandler(),
  'v3/subscription.invoice.payment.succeeded': applyPayment,
  'v3/subscription.invoice.payment.failed': applyPayment,
  'v3/subscription.state.cancellationRequested': stateHandler('cancellationRequested'),
  'v3/subscription.state.cancelled': stateHandler('cancelled'),
  'v3/subscription.state.finished': stateHandler('finished'),
  'v3/subscription.state.paused': stateHandler('paused'),
  'v3/subscription.state.resumed': stateHandler('resumed'),
}

async function addInvoice({ tenant, store, content, stamp }: Event<Invoice>): Promise<void> {
  await subscriptions.addInvoice(tenant, content, { stamp, accountCurrency: store.currency })
}

/**
 * Applies a payment event to the order, and then to the subscription. Every step may be repeated after a failure. The
 * order in the event lacks fields, such as the payment's id, so it does not replace one that `order.completed` reports.
 */
async function applyPayment(event: Event<Payment>): Promise<void> {
  await completeOrder({ ...event, content: event.content.order }, nestedStamp(event.stamp))
  await applyReport(event)
}

async function applyReport(event: Event<subscriptions.SubscriptionReport>, change?: Change): Promise<void> {
  const { tenant, store, content, stamp } = event
  const { invoices, subscription } = content
  const { id, subscriber: customer } = subscription
  const erasedAt = await customers.findErasedAtForEvent(event, {
    object: subscriptions.subscriptionDefinition,
    id,
    customer,
  })
  const customerId = erasedAt ? undefined : await upsertSubscriber(event)
  const { currency: accountCurrency, timeZone } = store
  const context = { stamp, customerId, accountCurrency, timeZone, change, invoices, erasedAt }
  const row = await subscriptions.upsertSubscription(tenant, subscription, context)
  if (row.customerId) await customers.finishMerge(tenant, row.customerId)
}

/**
 * Saves the subscriber as a customer and returns the customer's id. If the event has no e-mail address, saves nothing
 * and finds the customer by the id in the event.
 */
async function upsertSubscriber(event: Event<subscriptions.SubscriptionReport>): Promise<CustomerId | undefined> {
  const { tenant, store, content, stamp } = event
  const { email, ...subscriber } = content.subscription.subscriber
  if (!email) return subscriber.id ? customers.readCurrentCustomerId(tenant, subscriber.id, stamp) : undefined
  const update = { ...subscriber, email, isRegistration: false }
  return customers.upsertCustomer({ ...event, content: update }, store.currency)
}
