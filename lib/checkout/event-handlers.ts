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
    'order.status.changed': defineHandler(orders.StatusChanged, ({ tenant, content, stamp }) =>
      orders.changeStatus(tenant, content, stamp),
    ),
    'order.withdrawal.created': defineHandler(orders.WithdrawalCreated, ({ tenant, content, stamp }) =>
      orders.addWithdrawal(tenant, content, stamp),
    ),
    'order.withdrawal.resolved': defineHandler(orders.WithdrawalResolved, ({ tenant, content, stamp }) =>
      orders.resolveWithdrawal(tenant, content, stamp),
    ),
    'order.refund.created': defineHandler(refunds.RefundCreated, ({ tenant, store, content, stamp }) =>
      refunds.record(tenant, content, { stamp, account: store }),
    ),
    'order.refund.failed': defineHandler(refunds.RefundFailed, ({ tenant, store, content, stamp }) =>
      refunds.recordFailure(tenant, content, { stamp, account: store }),
    ),
    'order.digital.downloaded': defineHandler(orders.DigitalDownloaded, ({ tenant, content, eventId }) =>
      orders.countDownload(tenant, content, eventId),
    ),
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
  await customers.upsertCustomer(tenant, content, stamp, { accountCurrency: store.currency })
}

/** Does not store a session that began before its customer was erased, because the erasure ends such sessions. */
async function createSession({ tenant, content, stamp }: Event<sessions.SessionCreated>) {
  const { customerId: id, email } = content
  if (!(await customers.findErasureAfter(tenant, { id, email }, stamp))) await sessions.create(tenant, content, stamp)
}

async function applyCartUpdated({ tenant, store, content, stamp }: Event<carts.CartUpdated>) {
  const { cartDays, currency: accountCurrency } = store
  const [erasedAt, discountIds] = await Promise.all([
    customers.findErasureAfter(tenant, { email: content.email }, stamp),
    discounts.findDiscountIds(tenant, content.discounts),
    products.upsertProducts(tenant, content, { stamp, accountCurrency }),
  ])
  if (!erasedAt) await carts.upsertCart(tenant, content, stamp, { cartDays, accountCurrency, discountIds })
}
