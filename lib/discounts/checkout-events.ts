/** Defines the schema of the discounts in checkout events about orders and carts. */

import * as z from 'zod'
import { listOrEmpty, optionalAmount, optionalBoolean, optionalNumber, optionalText } from '../core/event-fields.ts'
import { normalizeForComparison } from '../core/fields.ts'

/** A discount that the buyer used. The stored discount is found by `discountId`, else by `id`, else by `code`. */
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

/** Checkouts send discounts in one of these fields, or in both. */
export const eventDiscountFields = { discounts: listOrEmpty(EventDiscount), promocodes: listOrEmpty(EventDiscount) }

/** Returns the discounts and the promocodes. A promocode is left out if a discount has the same code. */
export function mergePromocodes(discounts: EventDiscount[], promocodes: EventDiscount[]): EventDiscount[] {
  const codes = new Set(discounts.map(({ code }) => normalizeForComparison(code)))
  return [...discounts, ...promocodes.filter(({ code }) => !codes.has(normalizeForComparison(code)))]
}
