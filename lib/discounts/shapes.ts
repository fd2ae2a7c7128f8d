/** The discount as callers see it, and what they send. */

import * as z from 'zod'
import { amount, choice, decimal, endOfTime, filled, flag, guid, whole } from '../kit/wire.ts'

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
  code: filled(200).nullable().describe('Needed when trigger is Code.'),
  itemId: filled(500).nullable().describe('The product; needed when trigger is Product.'),
  totalToReach: amount().nullable().describe('The least order, when trigger is Total; null for any.'),
  amount: amount(0.01)
    .nullable()
    .describe('Needed when type is FixedAmount, FixedAmountOnItems or AmountOnSubscription.'),
  productIds: filled(5000)
    .nullable()
    .describe('Separated by commas; needed when type is FixedAmountOnItems.'),
  rate: decimal({ least: 0.0001, most: 100 })
    .nullable()
    .describe('Per cent; needed when type is Rate or one of its kind.'),
  alternatePrice: filled(200).nullable().describe('A price list; needed when type is AlternatePrice.'),
  shippingDescription: filled(500).nullable().describe('Needed when type is Shipping.'),
  shippingCost: amount().nullable().describe('Needed when type is Shipping.'),
  shippingGuaranteedDaysToDelivery: whole({ most: 3650 }).nullable(),
})

export const Discount = z
  .object({
    id: guid,
    name: filled(500),
    trigger: choice(triggers),
    type: choice(types),
    ...choices.shape,
    maxNumberOfUsages: whole({ least: 1 }).nullable().describe('Null for any number.'),
    expires: endOfTime.nullable().describe('A date alone means its last instant; null for never.'),
    combinable: flag.describe('Whether other discounts may stand beside it; true when not sent.'),
    archived: flag,
    numberOfUsages: whole(),
    numberOfUsagesUncompleted: whole(),
  })
  .meta({ id: 'Discount', examples: [example] })
export type Discount = z.output<typeof Discount>

export const DiscountId = z.object({ id: guid })

const { name, trigger, type, maxNumberOfUsages, expires, combinable, archived } = Discount.shape

export const NewDiscount = z
  .object({
    name,
    trigger,
    type,
    ...choices.partial().shape,
    maxNumberOfUsages: maxNumberOfUsages.optional(),
    expires: expires.optional(),
    combinable: combinable.optional(),
  })
  .meta({ id: 'NewDiscount' })
export type NewDiscount = z.output<typeof NewDiscount>

export const DiscountChange = NewDiscount.extend({ archived: archived.optional() }).meta({
  id: 'DiscountChange',
})
export type DiscountChange = z.output<typeof DiscountChange>
