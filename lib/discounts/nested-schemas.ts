/** The fields of a discount that depend on its trigger and type. */

import * as z from 'zod'
import { amount, decimal, integer, nonBlank, text } from '../core/fields.ts'
import { normalizeList } from './rules.ts'

/** Null in replies if it has no value; requests may have blank text too. */
export const orEmpty = <S extends z.ZodType>(schema: S) => schema.nullable().meta({ acceptsBlank: true })

/** The trigger and type determine which of these are required; the others are null. */
export const optionalFields = z.object({
  code: orEmpty(nonBlank(200).trim()).describe('Required when trigger is Code.'),
  itemId: orEmpty(nonBlank(500)).describe('The `userDefinedId` of the product. Required when trigger is Product.'),
  totalToReach: orEmpty(amount()).describe('Minimum order total when trigger is Total; null for no minimum.'),
  amount: orEmpty(amount(0.001)).describe(
    'Required when type is FixedAmount, FixedAmountOnItems or AmountOnSubscription. Rounded to the decimals of the store currency.',
  ),
  productIds: orEmpty(
    text(5000)
      .overwrite(normalizeList)
      .refine(ids => ids !== '', { error: 'must contain a product id' }),
  ).describe(
    'The `userDefinedId` of each product, separated by commas. Required when type is FixedAmountOnItems; optional when type is RateOnItems, where none means all products.',
  ),
  categories: orEmpty(
    text(5000)
      .overwrite(normalizeList)
      .refine(names => names !== '', { error: 'must contain a category' }),
  ).describe('Categories separated by commas. Optional when type is RateOnCategory; none means all.'),
  rate: orEmpty(decimal({ min: 0.0001, max: 100 })).describe(
    'Percentage. Required when type is Rate, RateOnItems, RateOnCategory or RateOnSubscription.',
  ),
  alternatePrice: orEmpty(nonBlank(200)).describe(
    'The name of a price list, such as `reseller`. Required when type is AlternatePrice.',
  ),
  shippingDescription: orEmpty(nonBlank(500)).describe('Required when type is Shipping.'),
  shippingCost: orEmpty(amount()).describe('Required when type is Shipping.'),
  shippingGuaranteedDaysToDelivery: orEmpty(integer({ max: 3650 })).describe('Optional when type is Shipping.'),
})
