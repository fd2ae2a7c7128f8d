/**
 * Applies the event of a completed order to the order, its products, customer, payment, cart and stock. Also applies
 * the payment gateway's reports of refunds and disputes that arrived before this event.
 */

import * as carts from '../carts/index.ts'
import { type EventStamp, eventStamp } from '../core/event-stamp.ts'
import type { OrderToken } from '../core/ids.ts'
import { parseInput } from '../core/validation.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import { StatusChanged } from '../orders/checkout-events.ts'
import * as orders from '../orders/index.ts'
import * as payments from '../payments/index.ts'
import * as products from '../products/index.ts'
import { RefundCreated, RefundFailed } from '../refunds/checkout-events.ts'
import * as refunds from '../refunds/index.ts'
import type { Event } from './events.ts'

/**
 * Applies the event in several steps. Every step may be repeated, so that an event that failed half-way can be applied
 * again.
 *
 * Workers on the table's stream do further work for the order within seconds. `maintenance.run`
 * (lib/maintenance/update-derived-data.ts) does the following:
 * - writes the remaining list entries of the order if its save was interrupted after the first transaction,
 * - counts the lists that have changed, and saves the totals on the customer, the products and the discounts,
 * - updates the words of the search lists,
 * - updates the state of subscription invoices that the order pays for,
 * - saves the totals of a customer that the order has created,
 * - moves the orders and subscriptions of a guest if the merge into another customer was interrupted.
 *
 * `audit.record` logs the names of the fields that have changed.
 *
 * `contentStamp` is the stamp of the order and its products, except for the payment status.
 */
export async function completeOrder(event: Event<orders.CompletedOrder>, contentStamp = event.stamp) {
  const { tenant, store, content, isHistory } = event
  const { currency: accountCurrency, timeZone } = store
  orders.requireStorableEvent(event, accountCurrency)
  const erasedAt = await customers.findErasedAtForEvent(event, {
    object: orders.orderDefinition,
    id: content.token,
    customer: orders.buyerOfEvent(content),
  })
  const [{ tracking, isFreeText }, customerId, discountIds, reports] = await Promise.all([
    products.upsertProductsOfItems(tenant, content, { stamp: contentStamp, accountCurrency }),
    erasedAt ? undefined : upsertBuyer(event),
    discounts.findIdsOfEventDiscounts(tenant, content.discounts),
    findReportsAwaitingOrder(event),
  ])
  const related = { tracking, isFreeText, customerId, discountIds, erasedAt }
  const context = { accountCurrency, timeZone, isHistory, contentStamp, ...related }
  const { order, isNew } = await orders.complete(event, context)
  if (isNew) refunds.logRefundsInOtherCurrency(order)
  if (order.customerId) await customers.finishMerge(tenant, order.customerId)
  await Promise.all([
    carts.removeCompletedCart(tenant, content.token),
    applyReportsAwaitingOrder(event, reports),
    products.applyMovementsOfOrder(order),
  ])
}

/**
 * Returns the gateway's reports that arrived before this event. First stores which order the payment belongs to, so
 * that later webhooks find the order and apply their reports themselves.
 */
async function findReportsAwaitingOrder({ tenant, content }: Event<orders.CompletedOrder>) {
  const { paymentTransactionId, token } = content
  await payments.saveOrderOfPayment(tenant, paymentTransactionId, token)
  return payments.readReportsAwaitingOrder(tenant, paymentTransactionId)
}

type OfStore = Pick<Event<unknown>, 'tenant' | 'store'>

interface OrderOfReports extends OfStore {
  content: Pick<orders.CompletedOrder, 'paymentTransactionId' | 'token'>
}

/** Applies the reports and then removes them. May be repeated if it was interrupted. */
export async function applyReportsAwaitingOrder(
  { tenant, store, content }: OrderOfReports,
  reports: readonly payments.ReportAwaitingOrder[],
): Promise<void> {
  const { paymentTransactionId, token: orderToken } = content
  if (!paymentTransactionId || reports.length === 0) return
  for (const { id, eventName, createdOn, content: reported } of reports) {
    const event = { tenant, store, stamp: eventStamp(createdOn, id) }
    /** An earlier release stored reports without `byGateway`. */
    await applyReportAwaitingOrder(eventName, event, { ...reported, orderToken, byGateway: true })
  }
  await payments.removeReportsAwaitingOrder(tenant, paymentTransactionId, reports)
}

interface WithoutContent extends OfStore {
  stamp: EventStamp
}

function applyReportAwaitingOrder(
  eventName: string,
  event: WithoutContent,
  sent: { orderToken: OrderToken; byGateway: true },
) {
  switch (eventName) {
    case payments.refundFailedEventName:
      return refunds.recordFailure({ ...event, content: parseInput(RefundFailed, sent, 'the failure') })
    case payments.refundCreatedEventName:
      return refunds.record({ ...event, content: parseInput(RefundCreated, sent, 'the refund') })
    default: {
      const content = parseInput(StatusChanged, { ...sent, token: sent.orderToken }, 'the dispute')
      return orders.changeStatus({ ...event, content })
    }
  }
}

/** Saves the buyer as a customer. An order without an e-mail address has no customer. */
async function upsertBuyer(event: Event<orders.CompletedOrder>) {
  const { email, ...buyer } = orders.buyerOfEvent(event.content)
  if (!email) return undefined
  const update = { ...buyer, email, isRegistration: false }
  return customers.upsertCustomer({ ...event, content: update }, event.store.currency)
}
