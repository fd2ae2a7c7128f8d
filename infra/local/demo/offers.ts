/** Which of the demo store's discounts a buyer gets, and when. */

import type { NewDiscount } from '../../../lib/discounts/schemas.ts'
import { centsOf, type Line, unitCents } from './basket.ts'
import type { Chance } from './chance.ts'
import { discounts } from './objects.ts'

export interface Offer {
  id: string
  discount: NewDiscount
}

/** By the code, or by the beginning of the name. */
export function offerNamed(wanted: string): Offer | null {
  const found = discounts.find(([, { code, name }]) => code === wanted || name.startsWith(wanted))
  return found ? { id: found[0], discount: found[1] } : null
}

const summerFrom = 5000
const isSummer = (time: number) => [5, 6, 7].includes(new Date(time).getUTCMonth())
const isSpring = (time: number) => time > Date.parse('2026-03-01') && time < Date.parse('2026-06-30')

/** One at most: not all of them may be combined. */
export function offerFor(time: number, lines: readonly Line[], chance: Chance): Offer | null {
  const mugs = offerNamed('Three mugs')
  if (mugs && rebateOf(lines, mugs) > 0) return mugs
  const cents = centsOf(lines)
  if (isSummer(time) && cents >= summerFrom) return offerNamed('Summer')
  if (isSpring(time) && cents >= 1000 && chance.oneIn(3)) return offerNamed('SPRING5')
  return chance.oneIn(9) ? offerNamed('FREESHIP') : null
}

/** `3:24` is the price of every three; what is left over costs what it always does. */
function savedOn(line: Line, alternatePrice: string): number {
  const [pieces = 1, price = 0] = alternatePrice.split(':').map(Number)
  return Math.floor(line.quantity / pieces) * (unitCents(line) * pieces - price * 100)
}

/** In cents. */
export function rebateOf(lines: readonly Line[], { discount }: Offer): number {
  const { alternatePrice, itemId, rate, amount } = discount
  if (alternatePrice) {
    const meant = lines.filter(({ product }) => product.id === itemId)
    return meant.reduce((sum, line) => sum + savedOn(line, alternatePrice), 0)
  }
  const cents = centsOf(lines)
  return Math.min(cents, rate ? Math.round((cents * rate) / 100) : Math.round((amount ?? 0) * 100))
}

/** As orders and carts name them. */
export const toldOffer = ({ id, discount: { code = null, name, type, rate = null } }: Offer) => ({
  ...{ id, code, name, type, rate },
})
