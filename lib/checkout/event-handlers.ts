/** Maps each checkout event to its schema and to the function that applies it. */

import * as carts from '../carts/index.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import * as refunds from '../refunds/index.ts'
import * as sessions from '../sessions/index.ts'
import { completeOrder } from './complete-order.ts'
import { defineHandler, type Event, type EventHandler } from './events.ts'
import { subscriptionHandlers } from './subscription-handlers.ts'

const handlers = new Map<string, EventHandler>(
  Object.entries({
    'cart.updated': defineHandler(carts.CartUpdated, applyCartUpdated),
    'order.completed': defineHandler(orders.CompletedOrder, completeOrder),
    'order.status.changed': defineHandler(orders.StatusChanged, orders.changeStatus),
    'order.withdrawal.created': defineHandler(orders.WithdrawalCreated, orders.addWithdrawal),
    'order.withdrawal.resolved': defineHandler(orders.WithdrawalResolved, orders.resolveWithdrawal),
    'order.refund.created': defineHandler(refunds.RefundCreated, refunds.record),
    'order.refund.failed': defineHandler(refunds.RefundFailed, refunds.recordFailure),
    'order.digital.downloaded': defineHandler(orders.DigitalDownloaded, orders.countDownload),
    'customer.updated': defineHandler(customers.CustomerUpdated, applyCustomerUpdated),
    'customer.session.created': defineHandler(sessions.SessionCreated, createSession),
    ...subscriptionHandlers,
  }),
)

export const checkoutEventNames: readonly string[] = [...handlers.keys()]

export const checkoutHandlerOf = (eventName: string): EventHandler | undefined => handlers.get(eventName)

async function applyCustomerUpdated(event: Event<customers.CustomerUpdate>) {
  const { tenant, store, content, stamp } = event
  if (await customers.findErasureAfter(tenant, content, stamp)) return
  await customers.upsertCustomer(event, store.currency)
}

/**
 * If the customer was erased after the session began, the session is not stored, because an erasure ends such sessions.
 */
async function createSession({ tenant, content, stamp }: Event<sessions.SessionCreated>) {
  const { customerId: id, email } = content
  if (!(await customers.findErasureAfter(tenant, { id, email }, stamp))) await sessions.create(tenant, content, stamp)
}

async function applyCartUpdated(event: Event<carts.CartUpdated>) {
  const { tenant, store, content, stamp } = event
  const { cartDays, currency: accountCurrency } = store
  const [erasedAt, discountIds] = await Promise.all([
    customers.findErasureAfter(tenant, { email: content.email }, stamp),
    discounts.findDiscountIds(tenant, content.discounts),
    products.upsertProducts(tenant, content, { stamp, accountCurrency }),
  ])
  if (!erasedAt) await carts.upsertCart(event, { cartDays, accountCurrency, discountIds })
}
