/** Subscriptions of the demo store in the checkout's former form. */

import { euros } from './basket.ts'
import { userOf } from './buyers.ts'
import { guidOf } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { invoiceNumberOf } from './invoices.ts'
import { basketOf, type DemoOrder, orders } from './orders.ts'
import { type LegacySubscription, legacySubscriptions, orderTokenOf, planOf } from './plans.ts'
import { day, hour, iso, today } from './time.ts'
import { totalsOf } from './totals.ts'

function contentOf(subscription: LegacySubscription) {
  const { id, number, buyer, payments } = subscription
  const [plan, [since]] = [planOf(number), payments]
  return {
    ...{ id, name: plan.name, userDefinedId: plan.id, itemId: guidOf('plan', plan.id) },
    ...{ amount: euros(plan.cents), quantity: 1, totalSpent: 0, recurringShipping: true },
    initialOrderToken: orderTokenOf(subscription, since),
    user: { ...userOf(buyer), billingAddress: buyer.address, shippingAddress: buyer.address },
    schedule: { interval: 'Month', intervalCount: 1, trialPeriodInDays: null, startsOn: iso(since) },
    ...{ creationDate: iso(since), modificationDate: iso(since), firstInvoiceReceivedOn: iso(since) },
    ...{ gatewayId: `sub_${id.slice(0, 8)}`, cancelledOn: null, metadata: null, cartId: null },
  }
}

/** Each payment's, which is that of its order. */
function invoiceFor(order: DemoOrder): DemoEvent[] {
  const { token, time, subscription } = order
  if (!subscription) return []
  const { itemsTotal: amount, total } = totalsOf(basketOf(order))
  const content = {
    ...{ id: token, orderToken: token, subscriptionId: subscription.id },
    ...{ creationDate: iso(time), modificationDate: iso(time), number: invoiceNumberOf(order) },
    ...{ amount, total, paid: true, taxes: [] },
  }
  return [eventAt(time + hour, 'subscription.invoice.created', content)]
}

/** One subscriber goes no step of the way, the next goes the first, and so on. */
function changesOf(subscription: object, number: number): DemoEvent[] {
  const steps = [
    { name: 'paused', status: 'Paused', at: today - 20 * day },
    { name: 'resumed', status: 'Active', at: today - 9 * day },
    { name: 'cancelled', status: 'Canceled', at: today - 5 * day },
  ]
  return steps.slice(0, number % 4).map(({ name, status, at }) => {
    const cancelledOn = name === 'cancelled' ? iso(at) : null
    const changed = { ...subscription, status, modificationDate: iso(at), cancelledOn }
    return eventAt(at, `subscription.${name}`, changed)
  })
}

export const legacySubscriptionEvents: DemoEvent[] = [
  ...orders.flatMap(invoiceFor),
  ...legacySubscriptions.flatMap(subscription => {
    const content = contentOf(subscription)
    const [since] = subscription.payments
    return [
      eventAt(since, 'subscription.created', { ...content, status: 'Active' }),
      ...changesOf(content, subscription.number),
    ]
  }),
]
