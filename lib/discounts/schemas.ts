/** The public form of a discount, and the request that creates or replaces one. */

import * as z from 'zod'
import {
  amount,
  boolean,
  caseInsensitiveEnum,
  dateTimeOrEndOfDay,
  decimal,
  guid,
  integer,
  isBlank,
  nonBlank,
  text,
} from '../core/fields.ts'
import { isObject } from '../core/json.ts'
import { missingFields, normalizeProductIds, triggers, types, unusedFields } from './rules.ts'

const example = {
  id: '01980000-0000-7000-8000-00000d15c001',
  name: 'Ten off your first order',
  trigger: 'Code',
  type: 'FixedAmount',
  code: 'WELCOME10',
  itemId: null,
  totalToReach: null,
  amount: 10,
  productIds: null,
  rate: null,
  alternatePrice: null,
  shippingDescription: null,
  shippingCost: null,
  shippingGuaranteedDaysToDelivery: null,
  maxNumberOfUsages: 1000,
  expires: '2027-12-31T23:59:59.999Z',
  combinable: false,
  archived: false,
  numberOfUsages: 0,
  numberOfUsagesUncompleted: 0,
} as const

/** The trigger and type determine which of these are required; the others are null. */
const optionalFields = z.object({
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
    .overwrite(normalizeProductIds)
    .refine(ids => ids !== '', { error: 'must contain a product id' })
    .nullable()
    .describe(
      'The `userDefinedId` of each product, separated by commas. Required when type is FixedAmountOnItems.',
    ),
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

export const Discount = z
  .object({
    id: guid,
    name: nonBlank(500),
    trigger: caseInsensitiveEnum(triggers),
    type: caseInsensitiveEnum(types),
    ...optionalFields.shape,
    maxNumberOfUsages: integer({ min: 1 }).nullable().describe('Null for unlimited.'),
    expires: dateTimeOrEndOfDay
      .nullable()
      .describe('A date without a time means the end of that day. Null for never.'),
    combinable: boolean.describe('Whether it can be applied together with other discounts.'),
    archived: boolean.describe('Whether the discount is archived. Another discount can use its code.'),
    numberOfUsages: integer().describe('Number of completed orders that used the discount.'),
    numberOfUsagesUncompleted: integer().describe('Number of open carts that use the discount.'),
  })
  .meta({ id: 'Discount', examples: [example] })
export type Discount = z.output<typeof Discount>

/** The fields that a PUT request without them does not reset. */
export const DiscountState = Discount.pick({
  id: true,
  combinable: true,
  archived: true,
  numberOfUsages: true,
  numberOfUsagesUncompleted: true,
})
export type DiscountState = z.output<typeof DiscountState>

export const DiscountId = z.object({ id: guid })

const { name, trigger, type, maxNumberOfUsages, expires, combinable, archived } = Discount.shape

const DiscountBody = z.object({
  name,
  trigger,
  type,
  ...optionalFields.partial().shape,
  maxNumberOfUsages: maxNumberOfUsages.optional(),
  expires: expires.optional(),
  combinable: combinable.nullish().describe('Defaults to true; in a PUT request, to its current value.'),
  archived: archived.nullish().describe('Defaults to false; in a PUT request, to its current value.'),
})

const kindOf = (body: Record<string, unknown>) => ({
  trigger: trigger.safeParse(body.trigger).data,
  type: type.safeParse(body.type).data,
})

/** Clients often send all fields of a form: empty ones, and those of other triggers and types, are dropped unvalidated. */
function dropUnusedFields(body: unknown): unknown {
  if (!isObject(body)) return body
  const unused = unusedFields(kindOf(body))
  const isUsed = ([field, value]: [string, unknown]) =>
    value !== null && !isBlank(value) && !unused.includes(field)
  return Object.fromEntries(Object.entries(body).filter(isUsed))
}

/** Also runs on a body with other faults, so that all faults are reported at once. */
const CompleteBody = DiscountBody.superRefine(
  (body, { addIssue }) => {
    for (const { field, fault } of missingFields(kindOf(body), body))
      addIssue({ code: 'custom', path: [field], message: fault })
  },
  { when: ({ value }) => isObject(value) },
)

export const NewDiscount = z.preprocess(dropUnusedFields, CompleteBody).meta({
  id: 'NewDiscount',
  description:
    'Null and blank strings are treated as omitted. Fields of other triggers and types are ignored.',
})
export type NewDiscount = z.output<typeof NewDiscount>
