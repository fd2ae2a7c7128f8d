/** Subscriptions of the demo store in the checkout's former form. */

import { type Buyer, userOf } from './buyers.ts'
import { guidOf } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { invoiceNumberOf, legacySubscribers, month, type Plan, planOf, renewals } from './plans.ts'
import { day, hour, iso, today } from './time.ts'

function subscriptionOf(buyer: Buyer, number: number, since: number) {
  const [id, { name, price, id: planId }] = [guidOf('subscription', number), planOf(number)]
  return {
    ...{ id, name, userDefinedId: planId, itemId: guidOf('plan', planId) },
    ...{ amount: price, quantity: 1, totalSpent: 0, recurringShipping: true },
    initialOrderToken: guidOf('invoice', id, since),
    user: { ...userOf(buyer), billingAddress: buyer.address, shippingAddress: buyer.address },
    schedule: { interval: 'Month', intervalCount: 1, trialPeriodInDays: null, startsOn: iso(since) },
    ...{ creationDate: iso(since), modificationDate: iso(since), firstInvoiceReceivedOn: iso(since) },
    ...{ gatewayId: `sub_${id.slice(0, 8)}`, cancelledOn: null, metadata: null, cartId: null },
  }
}

function invoice(subscriptionId: string, { price }: Plan, at: number): DemoEvent {
  const orderToken = guidOf('invoice', subscriptionId, at)
  return eventAt(at + hour, 'subscription.invoice.created', {
    ...{ id: orderToken, orderToken, subscriptionId, creationDate: iso(at), modificationDate: iso(at) },
    ...{ amount: price, total: price, paid: true, number: invoiceNumberOf(orderToken), taxes: [] },
  })
}

const endOfPayments = today - 21 * day

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

export const legacySubscriptionEvents: DemoEvent[] = legacySubscribers.flatMap((buyer, number) => {
  const since = today - (3 + number) * month
  const subscription = subscriptionOf(buyer, number, since)
  return [
    eventAt(since, 'subscription.created', { ...subscription, status: 'Active' }),
    ...[since, ...renewals(since, endOfPayments)].map(at => invoice(subscription.id, planOf(number), at)),
    ...changesOf(subscription, number),
  ]
})
