/** Maps each checkout event to the function that applies it. */

import type * as z from 'zod'
import * as carts from '../carts/index.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import * as refunds from '../refunds/index.ts'
import * as sessions from '../sessions/index.ts'
import { completeOrder } from './complete-order.ts'
import { type Event, type EventName, type eventSchemas, type Handler, isKnownEventName } from './events.ts'
import { subscriptionHandlers } from './subscription-event-handlers.ts'

const handlers: { [N in EventName]: Handler<z.output<(typeof eventSchemas)[N]>> } = {
  'cart.updated': applyCartUpdated,
  'order.completed': completeOrder,
  'order.status.changed': orders.changeStatus,
  'order.withdrawal.created': orders.addWithdrawal,
  'order.withdrawal.resolved': orders.resolveWithdrawal,
  'order.refund.created': refunds.record,
  'order.refund.failed': refunds.recordFailure,
  'order.digital.downloaded': orders.countDownload,
  'customer.updated': applyCustomerUpdated,
  'customer.session.created': createSession,
  ...subscriptionHandlers,
}

/** Returns the function that applies events of this name. The content of these events must have been parsed. */
export const checkoutHandlerOf = (eventName: string): Handler<unknown> | undefined =>
  isKnownEventName(eventName) ? (handlers[eventName] as Handler<unknown>) : undefined

async function applyCustomerUpdated(event: Event<customers.CustomerData>) {
  const { tenant, store, content, stamp } = event
  if (await customers.findCustomerErasedAt(tenant, content, stamp)) return
  await customers.upsertCustomer(event, store.currency)
}

/**
 * Stores the session, unless the customer was erased since the session began. An erasure ends all sessions of a
 * customer.
 */
async function createSession({ tenant, content, stamp }: Event<sessions.SessionCreated>) {
  const { customerId: id, email } = content
  if (!(await customers.findCustomerErasedAt(tenant, { id, email }, stamp)))
    await sessions.create(tenant, content, stamp)
}

async function applyCartUpdated(event: Event<carts.CartUpdated>) {
  const { tenant, store, content, stamp } = event
  const { cartDays, currency: accountCurrency } = store
  const [erasedAt, discountIds] = await Promise.all([
    customers.findCustomerErasedAt(tenant, { email: content.email }, stamp),
    discounts.findIdsOfEventDiscounts(tenant, content.discounts),
    products.upsertProductsOfItems(tenant, content, { stamp, accountCurrency, readConsistency: 'eventual' }),
  ])
  if (!erasedAt) await carts.upsertCart(event, { cartDays, accountCurrency, discountIds })
}
