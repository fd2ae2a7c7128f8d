/** Subscriptions of the demo store in the checkout's third form. */

import { euros } from './basket.ts'
import type { Buyer } from './buyers.ts'
import { guidOf } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { month, planOf, renewals, subscribers } from './plans.ts'
import { day, iso, today } from './time.ts'

interface Subscriber {
  buyer: Buyer
  number: number
  since: number
}

const invoiceNumberOf = (orderToken: string) => `SUB-${orderToken.slice(0, 6).toUpperCase()}`

function orderOf(token: string, time: number, { buyer, number }: Subscriber) {
  const price = euros(planOf(number).cents)
  return {
    ...{ token, email: buyer.email, creationDate: iso(time), invoiceNumber: invoiceNumberOf(token) },
    ...{ billingAddress: buyer.address, shippingAddress: buyer.address },
    ...{ subtotal: price, total: price, currency: buyer.country.currency, discounts: [], taxes: [] },
    shippingInformation: { method: 'Letter', userDefinedId: null, cost: 0 },
  }
}

function subscriptionOf(subscriber: Subscriber, state: string, at: number) {
  const { buyer, number, since } = subscriber
  const { id, name, cents } = planOf(number)
  const token = guidOf('v3 subscription', number)
  const schedule = { interval: 1, count: null, frequency: 'monthly', trialPeriodInDays: 0 }
  return {
    ...{ id: token, state, customerDetailsId: buyer.id, card: { last4: '4242', brand: 'Visa' } },
    selectedPlan: { id: number, userDefinedId: id, name, ...schedule },
    initialOrder: orderOf(token, since, subscriber),
    items: [{ id, name, price: euros(cents), quantity: 1 }],
    ...{ nextBillingDate: iso(at + month), finalBillingDate: null },
  }
}

/** With every third subscriber, the last payment was declined. */
function payments(subscriber: Subscriber): DemoEvent[] {
  const { number, since } = subscriber
  return renewals(since, today).map((at, times, all) => {
    const isDeclined = number % 3 === 2 && times === all.length - 1
    const order = orderOf(guidOf('renewal', number, at), at, subscriber)
    const name = `v3/subscription.invoice.payment.${isDeclined ? 'failed' : 'succeeded'}`
    return eventAt(at, name, { order, subscription: subscriptionOf(subscriber, 'Active', at) })
  })
}

const requested = { name: 'cancellationRequested', state: 'CancellationRequested' }
const endings = [
  [],
  [requested],
  [requested, { name: 'cancelled', state: 'Stopped' }],
  [{ name: 'finished', state: 'Finished' }],
]

const endingOf = (subscriber: Subscriber): DemoEvent[] =>
  (endings[subscriber.number % endings.length] ?? []).map(({ name, state }, step) => {
    const at = today - (8 - step) * day
    return eventAt(at, `v3/subscription.state.${name}`, {
      subscription: subscriptionOf(subscriber, state, at),
    })
  })

export const subscriptionEvents: DemoEvent[] = subscribers.flatMap((buyer, number) => {
  const subscriber = { buyer, number, since: today - (2 + number * 2) * month - number * day }
  const created = eventAt(
    subscriber.since,
    'v3/subscription.created',
    subscriptionOf(subscriber, 'Active', subscriber.since),
  )
  return [created, ...payments(subscriber), ...endingOf(subscriber)]
})
