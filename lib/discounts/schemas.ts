/** The representation of a discount in the API, and the requests that create and change discounts. */

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
  nullableNumber,
  nullableText,
  text,
} from '../core/fields.ts'
import { attachUnusedFieldFinder } from '../core/ignored-fields.ts'
import { isObject } from '../core/json.ts'
import { missingFields, reasonsOfUnused, triggers, types, unusedFields } from './kinds.ts'

/** Replies contain null for a field without a value. Requests may also contain a blank string instead of null. */
const orEmpty = <S extends z.ZodType>(schema: S) => schema.nullable().meta({ acceptsBlank: true })

/** Removes blanks and duplicates from a list: `" TEE, MUG,,TEE"` becomes `TEE,MUG`. */
function normalizeList(list: string): string {
  const texts = list.split(',').map(text => text.trim())
  return [...new Set(texts.filter(text => !isBlank(text)))].join(',')
}

const listOf = (item: string) =>
  orEmpty(
    text(5000)
      .overwrite(normalizeList)
      .refine(list => list !== '', { error: `must contain ${item}` }),
  )

/** The trigger and the type determine which of these fields are required. */
const optionalFields = z.object({
  code: orEmpty(nonBlank(200).trim()).describe('Required when trigger is Code.'),
  itemId: orEmpty(nonBlank(500)).describe('The `userDefinedId` of the product. Required when trigger is Product.'),
  totalToReach: orEmpty(amount()).describe('Minimum order total when trigger is Total; null for no minimum.'),
  amount: orEmpty(amount(0.001)).describe(
    'Required when type is FixedAmount, FixedAmountOnItems or AmountOnSubscription. Rounded to the decimals of the store currency.',
  ),
  productIds: listOf('a product id').describe(
    'The `userDefinedId` of each product, separated by commas. Required when type is FixedAmountOnItems; optional when type is RateOnItems, where none means all products.',
  ),
  categories: listOf('a category').describe(
    'Categories separated by commas. Optional when type is RateOnCategory; none means all.',
  ),
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

export const Discount = z
  .object({
    id: guid,
    name: nonBlank(500),
    trigger: caseInsensitiveEnum(triggers),
    type: caseInsensitiveEnum(types),
    ...optionalFields.shape,
    maxNumberOfUsages: orEmpty(integer({ min: 1 })).describe('Null for unlimited.'),
    expires: orEmpty(dateTimeOrEndOfDay).describe('A date without a time means the end of that day. Null for never.'),
    combinable: boolean.describe('Whether it can be applied together with other discounts.'),
    archived: boolean.describe('Whether the discount is archived. If so, another discount can use its code.'),
    numberOfUsages: integer().describe('Number of completed orders that used the discount.'),
    numberOfUsagesUncompleted: integer().describe('Number of open carts that use the discount.'),
  })
  .meta({ id: 'Discount' })
export type Discount = z.output<typeof Discount>

/** A discount in an order or a cart, as the checkout sent it. */
export const AppliedDiscount = z
  .object({
    id: nullableText,
    discountId: nullableText,
    code: nullableText,
    name: nullableText,
    type: nullableText,
    trigger: nullableText,
    rate: nullableNumber,
    amount: nullableNumber,
    amountSaved: nullableNumber.describe('What the discount took off this order or cart.'),
    combinable: z.boolean().nullable(),
    hasSavedAmount: z.boolean().nullable(),
  })
  .meta({ id: 'AppliedDiscount', description: 'A discount as its checkout sent it. What it did not send is null.' })
export type AppliedDiscount = z.output<typeof AppliedDiscount>

export const DiscountParams = z.object({ id: guid })

const { name, trigger, type, maxNumberOfUsages, expires } = Discount.shape

const flag = (initial: boolean) =>
  boolean
    .optional()
    .meta({ description: `Defaults to ${initial}; in a PUT request, to its current value.`, acceptsBlank: true })

const DiscountBody = z.object({
  name,
  trigger,
  type,
  ...optionalFields.partial().shape,
  maxNumberOfUsages: maxNumberOfUsages.optional(),
  expires: expires.optional(),
  combinable: flag(true),
  archived: flag(false),
})

const kindOf = (body: Record<string, unknown>) => ({
  trigger: trigger.safeParse(body.trigger).data,
  type: type.safeParse(body.type).data,
})

const reasonsIn = (body: Record<string, unknown>) => reasonsOfUnused(kindOf(body))

const isEmpty = (value: unknown) => value === null || isBlank(value)

/**
 * Drops fields that the trigger and the type do not use, because many clients always send every field. An empty field
 * becomes null if it is `clearable`; otherwise it is dropped too.
 */
const withoutEmptyFields = (clearable: ReadonlySet<string>) => (body: unknown) => {
  if (!isObject(body)) return body
  const unused = unusedFields(kindOf(body))
  const values = Object.entries(body).map(([field, value]) => [field, isEmpty(value) ? null : value] as const)
  const isSent = (field: string, value: unknown) => value !== null || clearable.has(field)
  return Object.fromEntries(values.filter(([field, value]) => !unused.includes(field) && isSent(field, value)))
}

const clearable = new Set([...Object.keys(optionalFields.shape), 'maxNumberOfUsages', 'expires'])

/** Checks for missing fields even if the body has other errors, so that all errors are reported together. */
const CompleteBody = DiscountBody.superRefine(
  (body, { addIssue }) => {
    for (const { field, fault } of missingFields(kindOf(body), body))
      addIssue({ code: 'custom', path: [field], message: fault })
  },
  { when: ({ value }) => isObject(value) },
)

export const NewDiscount = z
  .preprocess(withoutEmptyFields(new Set()), attachUnusedFieldFinder(CompleteBody, reasonsIn))
  .meta({
    id: 'NewDiscount',
    description: 'Null and blank strings are treated as omitted. Fields of other triggers and types are ignored.',
  })
export type NewDiscount = z.output<typeof NewDiscount>

/** The API contract allows an id in the body. This id is ignored, because the path already contains the id. */
const id = z
  .unknown()
  .optional()
  .transform(() => undefined)
  .describe('Ignored: the id in the path is used.')

const ChangeBody = attachUnusedFieldFinder(DiscountBody.extend({ id }), body => ({ ...reasonsIn(body), id: null }))

export const DiscountChange = z
  .preprocess(withoutEmptyFields(clearable), ChangeBody)
  .meta({
    id: 'DiscountChange',
    description:
      'Fields not sent keep their value; null and blank strings clear it. Fields of other triggers and types become null.',
  })
export type DiscountChange = z.output<typeof DiscountChange>
