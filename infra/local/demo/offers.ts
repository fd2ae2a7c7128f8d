/** Which of the demo store's discounts a buyer gets, and when. */

import type { NewDiscount } from '../../../lib/discounts/shapes.ts'
import type { Chance } from './chance.ts'
import { discounts } from './objects.ts'

export interface Offer {
  id: string
  code: string | null
  name: string
  type: NewDiscount['type']
  rate: number | null
  amount: number
}

/** By the code, or by the beginning of the name. */
function offerNamed(wanted: string): Offer | null {
  const found = discounts.find(([, { code, name }]) => code === wanted || name.startsWith(wanted))
  if (!found) return null
  const [id, { name, type, code = null, rate = null, amount }] = found
  return { ...{ id, code, name, type, rate }, amount: amount ?? 0 }
}

const summerFrom = 5000
const isSummer = (time: number) => [5, 6, 7].includes(new Date(time).getUTCMonth())
const isSpring = (time: number) => time > Date.parse('2026-03-01') && time < Date.parse('2026-06-30')

/** One at most: not all of them may be combined. */
export function offerFor(time: number, cents: number, chance: Chance): Offer | null {
  if (isSummer(time) && cents >= summerFrom) return offerNamed('Summer')
  if (isSpring(time) && cents >= 1000 && chance.oneIn(3)) return offerNamed('SPRING5')
  return chance.oneIn(9) ? offerNamed('FREESHIP') : null
}

/** In cents. */
export const rebateOf = (cents: number, { rate, amount }: Offer) =>
  Math.min(cents, rate ? Math.round((cents * rate) / 100) : Math.round(amount * 100))

/** As orders and carts name them. */
export const toldOffer = ({ amount, ...offer }: Offer) => offer
