/** The discounts in checkout events, of orders as of carts. */

import * as z from 'zod'
import { listOrEmpty, optionalAmount, optionalBoolean, optionalNumber, optionalText } from '../core/event-fields.ts'
import { normalize } from '../core/normalize.ts'

/** One of the store's is identified by `discountId`, or else by `id`, or else by the code that the buyer entered. */
const EventDiscount = z.object({
  id: optionalText,
  discountId: optionalText,
  code: optionalText,
  name: optionalText,
  type: optionalText,
  rate: optionalNumber,
  trigger: optionalText.catch(null),
  amount: optionalAmount.catch(null),
  amountSaved: optionalAmount.catch(null),
  combinable: optionalBoolean,
  hasSavedAmount: optionalBoolean,
})
export type EventDiscount = z.output<typeof EventDiscount>

/** Two names of the same thing; a checkout may send both. */
export const eventDiscountFields = { discounts: listOrEmpty(EventDiscount), promocodes: listOrEmpty(EventDiscount) }

/** The discounts, and the promocodes with a code that none of them has. */
export function mergeDiscounts(discounts: EventDiscount[], promocodes: EventDiscount[]): EventDiscount[] {
  const codes = new Set(discounts.map(({ code }) => normalize(code)))
  return [...discounts, ...promocodes.filter(({ code }) => !codes.has(normalize(code)))]
}
