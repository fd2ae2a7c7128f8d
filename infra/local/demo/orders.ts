/** What was ordered in the demo store. */

import { centsOf, itemOf, type Line, linesOf } from './basket.ts'
import { type Buyer, buyers, userOf } from './buyers.ts'
import { type Chance, chanceOf, guidOf, type Some } from './chance.ts'
import { type DemoEvent, eventAt } from './event.ts'
import { type Fate, fateFor, type State } from './fates.ts'
import { type Offer, offerFor, toldOffer } from './offers.ts'
import { sampleOrderTime } from './samples.ts'
import { day, inWakingHours, iso, minute, opened, today } from './time.ts'
import { totalsOf } from './totals.ts'

export interface DemoOrder {
  token: string
  number: number
  invoiceNumber: string
  time: number
  buyer: Buyer
  lines: Line[]
  offer: Offer | null
  fate: Fate
  chance: Chance
}

const kind = 2
/** With the one of which the samples speak, three hundred. */
const count = 299
const firstInvoice = 1001
/** What happened to older orders had happened before their completion was told. */
export const reported = 90 * day

const notes: Some<string> = [
  'Please leave it with the neighbours.',
  'A gift: no invoice in the parcel, please.',
  'Doorbell is broken, please knock.',
  'Thank you for the quick answer on Monday!',
]

const days = Math.floor((today - opened) / day)
/** Enough for something to be in the making when somebody looks. */
const ofTheLastDays = 14

/** Each buyer's first, then more and more of them as the shop becomes known, and those of the last days. */
function timeOf(number: number): number {
  const first = buyers[number]
  if (first) return first.since
  const chance = chanceOf(kind, number)
  const date =
    number < count - ofTheLastDays ? Math.max(chance.below(days), chance.below(days)) : days - chance.below(4)
  return inWakingHours(opened + date * day, chance.below(700))
}

const times = Array.from({ length: count }, (_, number) => ({ number, time: timeOf(number) }))

/** One of those who were buyers by then. */
function buyerAt(time: number, number: number, chance: Chance): Buyer | undefined {
  const known = buyers.filter(({ since }) => since <= time)
  return buyers[number] ?? known[chance.below(known.length)]
}

const invoiceNumber = (index: number, time: number) =>
  `INV-${firstInvoice + index + (time > sampleOrderTime ? 1 : 0)}`

function orderOf({ number, time }: (typeof times)[number], index: number): DemoOrder[] {
  const chance = chanceOf(kind, number + count)
  const buyer = buyerAt(time, number, chance)
  if (!buyer) return []
  const token = guidOf('order', number)
  const lines = linesOf(token, chance)
  const offer = offerFor(time, centsOf(lines), chance)
  const fate = fateFor(chance)
  return [
    {
      ...{ token, number, time, buyer, lines, offer, fate, chance },
      invoiceNumber: invoiceNumber(index, time),
    },
  ]
}

/** Oldest first. */
export const orders: DemoOrder[] = times
  .toSorted((one, other) => one.time - other.time)
  .flatMap((time, index) => orderOf(time, index))

/** How the order stood when its completion was told. */
function stateOf({ time, fate }: DemoOrder): State {
  const past = time < today - reported ? fate.later : []
  return Object.assign({}, fate.begins, ...past.map(([, change]) => change))
}

function paymentOf({ fate, buyer, token, chance }: DemoOrder) {
  const { paymentMethod } = fate
  const card = {
    cardHolderName: buyer.address.fullName,
    creditCardLast4Digits: chance.pick(['4242', '1881', '0005']),
  }
  return {
    ...{ paymentMethod, willBePaidLater: paymentMethod === 'Invoice' },
    ...(paymentMethod === 'CreditCard' && card),
    paymentTransactionId: guidOf('payment', token),
  }
}

function contentOf(order: DemoOrder) {
  const { token, invoiceNumber, time, buyer, lines, offer, chance } = order
  const { total, ...totals } = totalsOf({ lines, offer, country: buyer.country })
  const told = offer ? [toldOffer(offer)] : []
  return {
    ...{ token, invoiceNumber, email: buyer.email, user: userOf(buyer), currency: buyer.country.currency },
    ...{ creationDate: iso(time - (3 + chance.below(30)) * minute), modificationDate: iso(time) },
    completionDate: iso(time),
    ...stateOf(order),
    ...paymentOf(order),
    ...{ billingAddress: buyer.address, shippingAddress: buyer.address, shippingAddressSameAsBilling: true },
    notes: chance.oneIn(12) ? chance.pick(notes) : null,
    customFields: chance.oneIn(20) ? [{ name: 'Gift wrapping', value: 'Yes' }] : [],
    items: lines.map(itemOf),
    ...{ ...totals, grandTotal: total, finalGrandTotal: total },
    ...{ discounts: told, promocodes: told.filter(({ code }) => code !== null) },
  }
}

export const orderEvents: DemoEvent[] = orders.map(order =>
  eventAt(order.time, 'order.completed', contentOf(order)),
)
