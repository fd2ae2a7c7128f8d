/** The fields of a discount that depend on its trigger and type. */

import * as z from 'zod'
import { amount, decimal, integer, nonBlank, text } from '../core/fields.ts'
import { normalizeList } from './rules.ts'

/** The trigger and type determine which of these are required; the others are null. */
export const optionalFields = z.object({
  code: nonBlank(200).trim().nullable().describe('Required when trigger is Code.'),
  itemId: nonBlank(500)
    .nullable()
    .describe('The `userDefinedId` of the product. Required when trigger is Product.'),
  totalToReach: amount()
    .nullable()
    .describe('Minimum order total when trigger is Total; null for no minimum.'),
  amount: amount(0.001)
    .nullable()
    .describe(
      'Required when type is FixedAmount, FixedAmountOnItems or AmountOnSubscription. Rounded to the decimals of the store currency.',
    ),
  productIds: text(5000)
    .overwrite(normalizeList)
    .refine(ids => ids !== '', { error: 'must contain a product id' })
    .nullable()
    .describe(
      'The `userDefinedId` of each product, separated by commas. Required when type is FixedAmountOnItems; optional when type is RateOnItems, where none means all products.',
    ),
  categories: text(5000)
    .overwrite(normalizeList)
    .refine(names => names !== '', { error: 'must contain a category' })
    .nullable()
    .describe('Categories separated by commas. Optional when type is RateOnCategory; none means all.'),
  rate: decimal({ min: 0.0001, max: 100 })
    .nullable()
    .describe('Percentage. Required when type is Rate, RateOnItems, RateOnCategory or RateOnSubscription.'),
  alternatePrice: nonBlank(200)
    .nullable()
    .describe('The name of a price list, such as `reseller`. Required when type is AlternatePrice.'),
  shippingDescription: nonBlank(500).nullable().describe('Required when type is Shipping.'),
  shippingCost: amount().nullable().describe('Required when type is Shipping.'),
  shippingGuaranteedDaysToDelivery: integer({ max: 3650 })
    .nullable()
    .describe('Optional when type is Shipping.'),
})
