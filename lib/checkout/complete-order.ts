/** Completes an order: its products, customer and payment, the order itself, its cart, early refunds and stock. */

import * as carts from '../carts/index.ts'
import { eventStamp } from '../core/event-stamp.ts'
import { parseInput } from '../core/validation.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as payments from '../payments/index.ts'
import * as products from '../products/index.ts'
import * as refunds from '../refunds/index.ts'
import type { Event } from './events.ts'

/**
 * Every step may be repeated, so an event that failed half way is simply applied again.
 *
 * Workers on the table's stream do the rest within seconds. `maintenance.run` (lib/maintenance/index.ts)
 * - writes the list entries that did not fit into the transaction of the order,
 * - counts the lists that have changed, and saves the totals on the customer, the products and the discounts,
 * - updates the state of subscription invoices that the order pays for,
 * - saves the totals of a customer that the order has created, and moves orders and subscriptions of a merged guest.
 *
 * `audit.record` logs which fields have changed.
 */
export async function completeOrder(event: Event<orders.CompletedOrder>) {
  const { tenant, store, content, stamp } = event
  const accountCurrency = store.currency
  orders.requireStorable(event, accountCurrency)
  const erasedAt = await customers.findErasure(event, {
    object: orders.orderDefinition,
    id: content.token,
    customer: orders.buyerOf(content),
  })
  const [tracking, customerId, discountIds, earlyRefunds] = await Promise.all([
    products.upsertProducts(tenant, content, { stamp, accountCurrency }),
    erasedAt ? undefined : upsertBuyer(event),
    discounts.findDiscountIds(tenant, content.discounts),
    findEarlyRefunds(event),
  ])
  const context = { accountCurrency, tracking, customerId, discountIds, erasedAt }
  const { order, isNew } = await orders.complete(event, context)
  if (isNew) refunds.reportRefundsInOtherCurrency(order)
  if (order.customerId) await customers.reassignMerged(tenant, order.customerId)
  await Promise.all([
    carts.removeCompletedCart(tenant, content.token),
    addEarlyRefunds(event, earlyRefunds),
    products.moveStockOfOrder(order),
  ])
}

/** Stores the payment first: from then on, webhooks find the order by its payment, so no early refund is missed. */
async function findEarlyRefunds({ tenant, content }: Event<orders.CompletedOrder>) {
  const { paymentTransactionId, token } = content
  await payments.rememberPayment(tenant, paymentTransactionId, token)
  return payments.earlyRefundsOf(tenant, paymentTransactionId)
}

async function addEarlyRefunds(
  { tenant, store, content }: Event<orders.CompletedOrder>,
  earlyRefunds: readonly payments.EarlyRefund[],
): Promise<void> {
  const { paymentTransactionId, token: orderToken } = content
  if (!paymentTransactionId || earlyRefunds.length === 0) return
  for (const { id, eventName, createdOn, content: reported } of earlyRefunds) {
    const event = { tenant, store, stamp: eventStamp(createdOn, id) }
    const sent = { ...reported, orderToken }
    if (eventName === payments.refundFailedEvent)
      await refunds.recordFailure({ ...event, content: parseInput(refunds.RefundFailed, sent, 'the failure') })
    else await refunds.record({ ...event, content: parseInput(refunds.RefundCreated, sent, 'the refund') })
  }
  await payments.removeEarlyRefunds(tenant, paymentTransactionId, earlyRefunds)
}

/** An order without any e-mail address has no customer. */
async function upsertBuyer(event: Event<orders.CompletedOrder>) {
  const { email, ...buyer } = orders.buyerOf(event.content)
  if (!email) return undefined
  const update = { ...buyer, email, isRegistration: false }
  return customers.upsertCustomer({ ...event, content: update }, event.store.currency)
}
