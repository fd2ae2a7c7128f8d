/** What the demo store offers to subscribe to, and who has. */

import { type Buyer, buyers } from './buyers.ts'
import type { Product } from './catalogue.ts'
import { guidOf, type Some } from './chance.ts'
import { day, today } from './time.ts'

const category = 'Subscriptions'
const file = guidOf('file', 'PATTERNS-MONTHLY')

/** Shipping and tax are included. */
export const plans: Some<Product> = [
  {
    ...{ id: 'BOX-MONTHLY', name: 'Paper box, monthly', cents: 2400, grams: 450, category, fields: [] },
    ...{ description: 'Twelve sheets, chosen anew every month', file: null, daysToDownload: null },
  },
  {
    ...{ id: 'PATTERNS-MONTHLY', name: 'A pattern a month', cents: 650, grams: 0, category, fields: [] },
    ...{ description: 'PDF, another one every month', file, daysToDownload: 60 },
  },
]
export const planOf = (number: number): Product => plans[number % plans.length] ?? plans[0]

const each = 6
const registered = buyers.filter(({ isRegistered }) => isRegistered)
export const subscribers = registered.slice(each, 2 * each)

export const month = 30 * day

/** When the payments after the first were due. */
export const renewals = (since: number, until: number): number[] =>
  Array.from({ length: Math.floor((until - since) / month) }, (_, times) => since + (times + 1) * month)

export interface LegacySubscription {
  id: string
  number: number
  buyer: Buyer
  /** When each payment was made, the first with the order that began it. */
  payments: Some<number>
}

const endOfPayments = today - 21 * day

function legacySubscription(buyer: Buyer, number: number): LegacySubscription {
  const since = today - (3 + number) * month - number * day
  return {
    ...{ id: guidOf('subscription', number), number, buyer },
    payments: [since, ...renewals(since, endOfPayments)],
  }
}

export const legacySubscriptions = registered.slice(0, each).map(legacySubscription)

/** Each payment has an order of its own. */
export const orderTokenOf = ({ id }: LegacySubscription, time: number) => guidOf('invoice', id, time)
