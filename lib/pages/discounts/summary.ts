/** Describes a discount in sentences, such as "10% off the order for orders of €50.00 or more." */

import type { NewDiscount } from '../../client/index.ts'
import type { Formats } from '../session/formats.ts'
import type { DiscountTexts, Parts } from './texts.ts'

interface Context {
  text: DiscountTexts
  formats: Formats
  currency: string
}

/** The sentence shows this character for a required field that is still empty. */
const gap = '…'

type Typed = number | null | undefined

/** A number that cannot be read is NaN. */
const isMissing = (value: Typed): value is null | undefined => value == null || Number.isNaN(value)

function partsOf(discount: NewDiscount, { text, formats, currency }: Context): Parts {
  const amount = (value: Typed) => (isMissing(value) ? gap : formats.amount(value, currency))
  const { rate, shippingGuaranteedDaysToDelivery: days, type } = discount
  return {
    amount: amount(discount.amount),
    rate: isMissing(rate) ? gap : text.percent(formats.number(rate)),
    products: listOf(discount.productIds) || (type === 'RateOnItems' ? '' : gap),
    categories: listOf(discount.categories),
    prices: discount.alternatePrice || gap,
    shipping: discount.shippingDescription || gap,
    cost: amount(discount.shippingCost),
    days: isMissing(days) ? '' : formats.number(days),
    code: discount.code || gap,
    item: discount.itemId || gap,
    total: discount.totalToReach ? amount(discount.totalToReach) : '',
  }
}

const listOf = (list: string | null | undefined) => (list ?? '').split(',').join(', ')

/** Returns the effect of a discount, such as "10% off the order", without its condition. */
export const effectOf = (discount: NewDiscount, context: Context): string =>
  context.text.effects[discount.type](partsOf(discount, context))

export function summaryOf(discount: NewDiscount, context: Context): string {
  const { text, formats } = context
  const { trigger, expires, maxNumberOfUsages, combinable } = discount
  const condition = text.conditions[trigger](partsOf(discount, context))
  return [
    `${effectOf(discount, context)} ${condition}.`.replace(`${gap}.`, gap),
    expires ? text.limits.until(formats.dateTime(String(expires))) : '',
    maxNumberOfUsages ? text.limits.usages(formats.number(maxNumberOfUsages)) : '',
    combinable === false ? text.limits.alone : '',
  ]
    .filter(sentence => sentence !== '')
    .join(' ')
}
