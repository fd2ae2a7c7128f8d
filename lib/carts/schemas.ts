/** The representation of an abandoned cart in the API, and the query of the list. */

import * as z from 'zod'
import { Address } from '../core/address.ts'
import {
  amount,
  caseInsensitiveEnum,
  dateTime,
  guid,
  nullableInteger,
  nullableNumber,
  nullableText,
  optionalFilter,
  text,
} from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { PageQuery } from '../core/paging.ts'
import { modes } from '../core/tenant.ts'
import { AppliedDiscount } from '../discounts/schemas.ts'

const timeRanges = ['Anytime', 'LessThan4Hours', 'LessThanADay', 'LessThanAWeek', 'LessThanAMonth'] as const

const nullableDate = dateTime.nullable()

export const CustomField = z
  .object({ name: z.string(), type: z.string(), options: z.string(), required: z.boolean(), value: z.string() })
  .meta({ id: 'CartCustomField' })

export const Dimensions = z.object({
  width: nullableNumber,
  height: nullableNumber,
  length: nullableNumber,
  weight: nullableNumber,
})

export const CartItem = z
  .object({
    uniqueId: z.string(),
    token: z.string(),
    id: z.string().describe('The `userDefinedId` of the product.'),
    name: z.string(),
    price: z.number(),
    description: z.string(),
    url: z.string(),
    image: z.string(),
    categories: z.array(z.string()),
    fileGuid: nullableText,
    metadata,
    quantity: z.int(),
    minQuantity: nullableInteger,
    maxQuantity: nullableInteger,
    stackable: z.boolean(),
    shippable: z.boolean(),
    taxable: z.boolean(),
    taxes: z.array(z.string()),
    customFields: z.array(CustomField),
    duplicatable: z.boolean(),
    alternatePrices: metadata,
    dimensions: Dimensions,
    unitPrice: z.number(),
    totalPrice: z.number(),
    addedOn: nullableDate,
  })
  .meta({ id: 'CartItem' })

export const Cart = z
  .object({
    id: guid,
    token: guid,
    mode: caseInsensitiveEnum(modes),
    email: z.string(),
    status: caseInsensitiveEnum(['InProgress']),
    creationDate: dateTime,
    modificationDate: dateTime,
    completionDate: dateTime.nullable().describe('Always null, because an open cart is not complete.'),
    shipToBillingAddress: z.boolean(),
    billingAddress: Address,
    shippingAddress: Address,
    shippingInformation: z.object({ fees: z.number(), method: z.string(), provider: nullableText }),
    summary: z.object({
      subtotal: z.number(),
      taxableTotal: z.number(),
      total: z.number(),
      payableNow: z.number(),
      paymentMethod: z.string(),
      taxes: z.array(metadata),
      adjustedTotal: z.number(),
    }),
    items: z.array(CartItem),
    discounts: z.array(AppliedDiscount),
    customFields: z.array(CustomField),
    refunds: z.array(metadata).describe('Always empty: a cart has not been paid.'),
    currency: z.string(),
    lang: z.string(),
    totalWeight: z.number(),
    itemsTotal: z.number(),
    total: z.number(),
    campaignId: nullableText,
    invoiceNumber: z.string(),
    paymentMethod: z.string(),
    metadata,
    plans: z.array(metadata).describe('The subscription plans in the cart, as sent by the checkout.'),
  })
  .meta({ id: 'AbandonedCart' })
export type Cart = z.output<typeof Cart>

export const AbandonedCartPage = z
  .object({
    items: z.array(Cart),
    hasMoreResults: z.boolean().describe('Whether there is a next page.'),
    continuationToken: z.string().nullable().describe('Send it to get the next page; null on the last page.'),
  })
  .meta({ id: 'AbandonedCarts' })
export type AbandonedCartPage = z.output<typeof AbandonedCartPage>

export const CartParams = z.object({ token: guid.brand<'OrderToken'>() })

export const CartQuery = z.object({
  limit: PageQuery.shape.limit.describe('Carts per page. Values above 100 are lowered to 100.'),
  continuationToken: text(3000)
    .optional()
    .describe('The `continuationToken` of the previous page. Send the same filters as for that page.'),
  timeRange: caseInsensitiveEnum(timeRanges, { all: 'Anytime' })
    .prefault('Anytime')
    .describe('How long ago the cart was last changed.'),
  minimalValue: optionalFilter(amount()).describe('Excludes carts with a lower total.'),
  email: text(500).optional().describe('Exact match, case-insensitive.'),
  productId: text(500).optional().describe('The `userDefinedId` of the product.'),
  campaignId: text(500).optional().describe('Exact match, case-insensitive.'),
})
export type CartQuery = z.output<typeof CartQuery>
