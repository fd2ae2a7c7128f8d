/** What was ordered in the demo store. */

import { hasGoods, type Line, linesOf } from './basket.ts'
import { type Buyer, buyers } from './buyers.ts'
import { type Chance, chanceOf, guidOf } from './chance.ts'
import { type Destination, destinationOf } from './destinations.ts'
import { type Fate, fateFor, fateInTurn, fateOfPayments, type State } from './fates.ts'
import { type Offer, offerFor, offerNamed } from './offers.ts'
import { type LegacySubscription, legacySubscriptions, orderTokenOf, planOf } from './plans.ts'
import { day, hour, inWakingHours, opened, today } from './time.ts'
import type { Basket } from './totals.ts'

export interface DemoOrder {
  token: string
  number: number
  time: number
  buyer: Buyer
  destination: Destination
  lines: Line[]
  offer: Offer | null
  fate: Fate
  chance: Chance
  /** Which it was a payment of. */
  subscription: LegacySubscription | null
}

const kind = 2
const payments = legacySubscriptions.flatMap(subscription =>
  subscription.payments.map(time => ({ subscription, time })),
)
/** With those of subscriptions and the one of which the samples speak, three hundred. */
const count = 299 - payments.length

const days = Math.floor((today - opened) / day)
/** Enough for something of every sort to be in the making when somebody looks. */
const firstOfTheLastDays = count - 14

/** Each buyer's first, then more and more of them as the shop becomes known, and those of the last days. */
function timeOf(number: number): number {
  const first = buyers[number]
  if (first) return first.since
  const chance = chanceOf(kind, number)
  const date =
    number < firstOfTheLastDays ? Math.max(chance.below(days), chance.below(days)) : days - chance.below(4)
  return inWakingHours(opened + date * day, chance.below(700))
}

/** One of those who were buyers by then. */
function buyerAt(time: number, number: number, chance: Chance): Buyer | undefined {
  const known = buyers.filter(({ since }) => since <= time)
  return buyers[number] ?? known[chance.below(known.length)]
}

function placed(_: unknown, number: number): DemoOrder[] {
  const [chance, time] = [chanceOf(kind, number + count), timeOf(number)]
  const buyer = buyerAt(time, number, chance)
  if (!buyer) return []
  const token = guidOf('order', number)
  const lines = linesOf(token, chance)
  const destination = hasGoods(lines) ? destinationOf(buyer, chance) : buyer
  const offer = offerFor(time, lines, chance)
  const late = number - firstOfTheLastDays
  const fate = late < 0 ? fateFor(chance) : fateInTurn(late)
  return [{ token, number, time, buyer, destination, lines, offer, fate, chance, subscription: null }]
}

/** Every second subscriber had the code for the first payment. */
function paid({ subscription, time }: (typeof payments)[number], index: number): DemoOrder {
  const { number, buyer } = subscription
  const token = orderTokenOf(subscription, time)
  const line = { uniqueId: guidOf(token, 0), product: planOf(number), quantity: 1, choices: [] }
  const isFirst = time === subscription.payments[0]
  return {
    ...{ token, number: count + index, time, buyer, destination: buyer, lines: [line], subscription },
    offer: isFirst && number % 2 === 0 ? offerNamed('FIRST20') : null,
    ...{ fate: fateOfPayments, chance: chanceOf(kind, 2 * count + index) },
  }
}

/** Oldest first. */
export const orders: DemoOrder[] = [
  ...Array.from({ length: count }, placed).flat(),
  ...payments.map(paid),
].toSorted((one, other) => one.time - other.time)

/** What becomes of it until the calendar ends. */
export const happened = ({ time, fate }: DemoOrder) =>
  fate.later
    .map(([days, change]) => ({ at: time + days * day + hour, change }))
    .filter(({ at }) => at <= today)

/** How it stands when the calendar ends. */
export const endOf = (order: DemoOrder): State =>
  Object.assign({}, order.fate.begins, ...happened(order).map(({ change }) => change))

export const wasSent = (order: DemoOrder) =>
  hasGoods(order.lines) && happened(order).some(({ change }) => change.status === 'Shipped')

/** What happened to older orders had happened before their completion was told. */
export const isOld = ({ time }: DemoOrder) => time < today - 90 * day

export const basketOf = ({ lines, destination, offer, subscription }: DemoOrder): Basket => ({
  ...{ lines, country: destination.country, offer },
  isAllIncluded: subscription !== null,
})
