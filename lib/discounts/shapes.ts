/** The discount as callers see it, and what they send. */

import * as z from 'zod'
import { amount, choice, decimal, endOfTime, filled, flag, guid, text, whole } from '../kit/wire.ts'

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

/** Which of these a discount needs follows from its trigger and its type; the others are null. */
const choices = z.object({
  code: filled(200).nullable(),
  itemId: filled(500).nullable(),
  totalToReach: amount().nullable(),
  amount: amount(0.01).nullable(),
  productIds: filled(5000).nullable(),
  rate: decimal({ least: 0.0001, most: 100 }).nullable(),
  alternatePrice: filled(200).nullable(),
  shippingDescription: filled(500).nullable(),
  shippingCost: amount().nullable(),
  shippingGuaranteedDaysToDelivery: whole({ most: 3650 }).nullable(),
})

export const Discount = z
  .object({
    id: guid,
    name: filled(500),
    trigger: choice(triggers),
    type: choice(types),
    ...choices.shape,
    maxNumberOfUsages: whole({ least: 1 }).nullable(),
    expires: endOfTime.nullable(),
    combinable: flag,
    archived: flag,
    numberOfUsages: whole(),
    numberOfUsagesUncompleted: whole(),
  })
  .meta({ id: 'Discount' })
export type Discount = z.output<typeof Discount>

export const DiscountId = z.object({ id: guid })

/** Where the rest of a long list begins; the `next` link of the reply before names it. */
export const DiscountStretch = z.object({ after: text(100).optional() })
export type DiscountStretch = z.output<typeof DiscountStretch>

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
