/** The discount as callers see it, and what they send. */

import * as z from 'zod'
import {
  amount,
  boolean,
  choice,
  dateTimeEnd,
  decimal,
  guid,
  integer,
  isBlank,
  nonBlank,
  text,
} from '../core/fields.ts'
import { isObject } from '../core/json.ts'
import { foreignFields, missingFields, normalizeProductIds } from './rules.ts'

export const triggers = ['Total', 'Code', 'Product'] as const

export const types = [
  'FixedAmount',
  'FixedAmountOnItems',
  'Rate',
  'AlternatePrice',
  'Shipping',
  'AmountOnSubscription',
  'RateOnSubscription',
  'RateOnItems',
  'RateOnCategory',
] as const

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

/** Which of these a discount needs follows from its trigger and its type; the others are null. */
const choices = z.object({
  code: nonBlank(200).trim().nullable().describe('Needed when trigger is Code.'),
  itemId: nonBlank(500).nullable().describe('The product; needed when trigger is Product.'),
  totalToReach: amount().nullable().describe('The least order, when trigger is Total; null for any.'),
  amount: amount(0.01)
    .nullable()
    .describe('Needed when type is FixedAmount, FixedAmountOnItems or AmountOnSubscription.'),
  productIds: text(5000)
    .overwrite(normalizeProductIds)
    .refine(ids => ids !== '', { error: 'must name a product' })
    .nullable()
    .describe('Separated by commas; needed when type is FixedAmountOnItems.'),
  rate: decimal({ min: 0.0001, max: 100 })
    .nullable()
    .describe('Per cent; needed when type is Rate or one of its kind.'),
  alternatePrice: nonBlank(200).nullable().describe('A price list; needed when type is AlternatePrice.'),
  shippingDescription: nonBlank(500).nullable().describe('Needed when type is Shipping.'),
  shippingCost: amount().nullable().describe('Needed when type is Shipping.'),
  shippingGuaranteedDaysToDelivery: integer({ max: 3650 }).nullable().describe('When type is Shipping.'),
})

export const Discount = z
  .object({
    id: guid,
    name: nonBlank(500),
    trigger: choice(triggers),
    type: choice(types),
    ...choices.shape,
    maxNumberOfUsages: integer({ min: 1 }).nullable().describe('Null for any number.'),
    expires: dateTimeEnd.nullable().describe('A date alone means its last instant; null for never.'),
    combinable: boolean.describe('Whether other discounts may stand beside it.'),
    archived: boolean.describe('Whether it is put away; its code is free for others then.'),
    numberOfUsages: integer(),
    numberOfUsagesUncompleted: integer(),
  })
  .meta({ id: 'Discount', examples: [example] })
export type Discount = z.output<typeof Discount>

/** What a discount has beside all that a body describes anew. */
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

const Said = z.object({
  name,
  trigger,
  type,
  ...choices.partial().shape,
  maxNumberOfUsages: maxNumberOfUsages.optional(),
  expires: expires.optional(),
  combinable: combinable.nullish().describe('When not sent: true for a new discount, else as it was.'),
  archived: archived.nullish().describe('When not sent: false for a new discount, else as it was.'),
})

const kindOf = (body: Record<string, unknown>) => ({
  trigger: trigger.safeParse(body.trigger).data,
  type: type.safeParse(body.type).data,
})

/** Forms send all of their fields: what is empty, or is no matter of this trigger and type, is not even looked at. */
function withoutIdle(body: unknown): unknown {
  if (!isObject(body)) return body
  const foreign = foreignFields(kindOf(body))
  const told = ([field, value]: [string, unknown]) =>
    value !== null && !isBlank(value) && !foreign.includes(field)
  return Object.fromEntries(Object.entries(body).filter(told))
}

/** Asked of a body with other faults too, so that all of them are told at once. */
const Complete = Said.superRefine(
  (body, { addIssue }) => {
    for (const { field, fault } of missingFields(kindOf(body), body))
      addIssue({ code: 'custom', path: [field], message: fault })
  },
  { when: ({ value }) => isObject(value) },
)

export const NewDiscount = z.preprocess(withoutIdle, Complete).meta({
  id: 'NewDiscount',
  description:
    'Null and blank text say the same as a field that is not sent. Fields of other triggers and types are left aside, whatever they hold.',
})
export type NewDiscount = z.output<typeof NewDiscount>
