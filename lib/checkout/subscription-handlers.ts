/** Handles the checkout events of subscriptions. */

import type * as z from 'zod'
import type { CustomerId } from '../core/ids.ts'
import * as customers from '../customers/index.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { completeOrder } from './complete-order.ts'
import { defineHandler, type Event } from './events.ts'

type Change = Parameters<typeof subscriptions.upsertSubscription>[2]['change']

const v1Handler = (change?: Change) =>
  defineHandler(subscriptions.SubscriptionReported, event =>
    applyReport({ ...event, content: { subscription: event.content, invoices: [] } }, change),
  )

const stateHandler = (change: Change) => defineHandler(subscriptions.StateReported, event => applyReport(event, change))

const paymentHandler = (schema: typeof subscriptions.PaymentSucceeded) => defineHandler(schema, applyPayment)

export const subscriptionHandlers = {
  'subscription.created': v1Handler(),
  'subscription.paused': v1Handler('paused'),
  'subscription.resumed': v1Handler('resumed'),
  'subscription.cancelled': v1Handler('cancelled'),
  'subscription.invoice.created': defineHandler(subscriptions.InvoiceCreated, ({ tenant, store, content, stamp }) =>
    subscriptions.addInvoice(tenant, content, { stamp, accountCurrency: store.currency }),
  ),
  'v3/subscription.created': defineHandler(subscriptions.SubscriptionCreated, event => applyReport(event)),
  'v3/subscription.invoice.payment.succeeded': paymentHandler(subscriptions.PaymentSucceeded),
  'v3/subscription.invoice.payment.failed': paymentHandler(subscriptions.PaymentFailed),
  'v3/subscription.state.cancellationRequested': stateHandler('cancellationRequested'),
  'v3/subscription.state.cancelled': stateHandler('cancelled'),
  'v3/subscription.state.finished': stateHandler('finished'),
  'v3/subscription.state.paused': stateHandler('paused'),
  'v3/subscription.state.resumed': stateHandler('resumed'),
}

type Payment = z.output<typeof subscriptions.PaymentSucceeded>

/** Every step may be repeated, so an event that failed half-way is simply applied again. */
async function applyPayment(event: Event<Payment>): Promise<void> {
  await completeOrder({ ...event, content: event.content.order })
  await applyReport(event)
}

async function applyReport(event: Event<subscriptions.Report>, change?: Change): Promise<void> {
  const { tenant, store, content, stamp } = event
  const { invoices, subscription } = content
  const { id, subscriber: customer } = subscription
  const erasedAt = await customers.findErasure(event, { object: subscriptions.subscriptionDefinition, id, customer })
  const customerId = erasedAt ? undefined : await upsertSubscriber(event)
  const context = { stamp, customerId, accountCurrency: store.currency, change, invoices, erasedAt }
  const row = await subscriptions.upsertSubscription(tenant, subscription, context)
  if (row.customerId) await customers.reassignMerged(tenant, row.customerId)
}

/** Saves the customer. An event without an e-mail address saves none, but may contain the id of a customer. */
async function upsertSubscriber(event: Event<subscriptions.Report>): Promise<CustomerId | undefined> {
  const { tenant, store, content, stamp } = event
  const { email, ...subscriber } = content.subscription.subscriber
  if (!email) return subscriber.id ? customers.customerIdAt(tenant, subscriber.id, stamp) : undefined
  const update = { ...subscriber, email, isRegistration: false }
  return customers.upsertCustomer({ ...event, content: update }, store.currency)
}
