/** What the demo store offers to subscribe to, and who has. */

import { buyers } from './buyers.ts'
import type { Some } from './chance.ts'
import { day } from './time.ts'

export interface Plan {
  id: string
  name: string
  /** Shipping and tax are included. */
  price: number
}

const plans: Some<Plan> = [
  { id: 'BOX-MONTHLY', name: 'Paper box, monthly', price: 24 },
  { id: 'PATTERNS-MONTHLY', name: 'A pattern a month', price: 6.5 },
]
export const planOf = (number: number): Plan => plans[number % plans.length] ?? plans[0]

const each = 6
const registered = buyers.filter(({ isRegistered }) => isRegistered)
export const legacySubscribers = registered.slice(0, each)
export const subscribers = registered.slice(each, 2 * each)

export const month = 30 * day

/** When the payments after the first were due. */
export const renewals = (since: number, until: number): number[] =>
  Array.from({ length: Math.floor((until - since) / month) }, (_, times) => since + (times + 1) * month)

export const invoiceNumberOf = (orderToken: string) => `SUB-${orderToken.slice(0, 6).toUpperCase()}`
