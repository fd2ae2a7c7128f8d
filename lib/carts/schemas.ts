/** The public form of an abandoned cart, and the query of the list. */

import * as z from 'zod'
import { Address } from '../core/address.ts'
import {
  amount,
  caseInsensitiveEnum,
  dateTime,
  guid,
  nullableNumber,
  nullableText,
  text,
} from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { PageQuery } from '../core/page.ts'
import { modes } from '../core/tenant.ts'
import { example } from './example.ts'

const timeRanges = ['Anytime', 'LessThan4Hours', 'LessThanADay', 'LessThanAWeek', 'LessThanAMonth'] as const

const nullableDate = dateTime.nullable()

const CustomField = z
  .object({
    name: nullableText,
    type: nullableText,
    options: nullableText,
    required: z.boolean(),
    value: nullableText,
  })
  .meta({ id: 'CartCustomField' })

const Dimensions = z.object({
  width: nullableNumber,
  height: nullableNumber,
  length: nullableNumber,
  weight: nullableNumber,
})

export const CartItem = z
  .object({
    uniqueId: nullableText,
    token: nullableText,
    id: z.string().describe('The `userDefinedId` of the product.'),
    name: nullableText,
    price: nullableNumber,
    description: nullableText,
    url: nullableText,
    image: nullableText,
    quantity: z.int(),
    minQuantity: nullableNumber,
    maxQuantity: nullableNumber,
    stackable: z.boolean(),
    shippable: z.boolean(),
    taxable: z.boolean(),
    taxes: z.array(z.string()),
    customFields: z.array(CustomField),
    duplicatable: z.boolean(),
    alternatePrices: metadata,
    dimensions: Dimensions,
    unitPrice: nullableNumber,
    totalPrice: nullableNumber,
    addedOn: nullableDate,
  })
  .meta({ id: 'CartItem' })

const Discount = z.object({
  id: nullableText,
  code: nullableText,
  name: nullableText,
  type: nullableText,
  rate: nullableNumber,
})

export const Cart = z
  .object({
    id: guid,
    token: guid,
    mode: caseInsensitiveEnum(modes),
    email: nullableText,
    status: caseInsensitiveEnum(['InProgress']),
    creationDate: dateTime,
    modificationDate: dateTime,
    completionDate: z.null(),
    shipToBillingAddress: z.boolean(),
    billingAddress: Address,
    shippingAddress: Address,
    shippingInformation: z.object({ fees: nullableNumber, method: nullableText, provider: nullableText }),
    summary: z.object({
      subtotal: nullableNumber,
      taxableTotal: nullableNumber,
      total: nullableNumber,
      payableNow: nullableNumber,
      paymentMethod: nullableText,
      taxes: z.array(metadata),
      adjustedTotal: nullableNumber,
    }),
    items: z.array(CartItem),
    discounts: z.array(Discount.meta({ id: 'CartDiscount' })),
    customFields: z.array(CustomField),
    refunds: z.array(metadata).describe('Always empty: a cart has not been paid.'),
    currency: nullableText,
    totalWeight: nullableNumber,
    itemsTotal: nullableNumber,
    total: nullableNumber,
    campaignId: nullableText,
    invoiceNumber: nullableText,
    paymentMethod: nullableText,
    metadata,
    plans: z.array(metadata).describe('The subscription plans in the cart, as sent by the checkout.'),
  })
  .meta({ id: 'AbandonedCart', examples: [example] })
export type Cart = z.output<typeof Cart>

export const AbandonedCartPage = z
  .object({
    items: z.array(Cart),
    hasMoreResults: z.boolean().describe('Whether there is a next page.'),
    continuationToken: z.string().nullable().describe('Send it to get the next page; null on the last page.'),
  })
  .meta({
    id: 'AbandonedCarts',
    examples: [{ items: [example], hasMoreResults: false, continuationToken: null }],
  })
export type AbandonedCartPage = z.output<typeof AbandonedCartPage>

export const CartToken = z.object({ token: guid.brand<'OrderToken'>() })

export const CartQuery = z.object({
  limit: PageQuery.shape.limit.describe('Carts per page. Values above 100 are lowered to 100.'),
  continuationToken: text(1000)
    .optional()
    .describe('The `continuationToken` of the previous page. Send the same filters as for that page.'),
  timeRange: caseInsensitiveEnum(timeRanges, { all: 'Anytime' })
    .prefault('Anytime')
    .describe('How long ago the cart was last changed.'),
  minimalValue: amount().optional().describe('Excludes carts with a lower total.'),
  email: text(500).optional().describe('Exact match, case-insensitive.'),
  productId: text(500).optional().describe('The `userDefinedId` of the product.'),
  campaignId: text(500).optional().describe('Exact match, case-insensitive.'),
})
export type CartQuery = z.output<typeof CartQuery>
