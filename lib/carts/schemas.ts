/** The abandoned cart as callers see it, and what they ask. */

import * as z from 'zod'
import { Address } from '../core/address.ts'
import { amount, choice, dateTime, guid, text } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { PageQuery } from '../core/page.ts'
import { modes } from '../core/tenant.ts'
import { example } from './example.ts'

const timeRanges = ['Anytime', 'LessThan4Hours', 'LessThanADay', 'LessThanAWeek', 'LessThanAMonth'] as const

const words = z.string().nullable()
const number = z.number().nullable()
const date = dateTime.nullable()

const CustomField = z
  .object({ name: words, type: words, options: words, required: z.boolean(), value: words })
  .meta({ id: 'CartCustomField' })

const Dimensions = z.object({ width: number, height: number, length: number, weight: number })

export const CartItem = z
  .object({
    uniqueId: words,
    token: words,
    id: z.string().describe('The id that the shop gave the product.'),
    name: words,
    price: number,
    description: words,
    url: words,
    image: words,
    quantity: z.int(),
    minQuantity: number,
    maxQuantity: number,
    stackable: z.boolean(),
    shippable: z.boolean(),
    taxable: z.boolean(),
    taxes: z.array(z.string()),
    customFields: z.array(CustomField),
    duplicatable: z.boolean(),
    alternatePrices: metadata,
    dimensions: Dimensions,
    unitPrice: number,
    totalPrice: number,
    addedOn: date,
  })
  .meta({ id: 'CartItem' })

const Discount = z.object({ id: words, code: words, name: words, type: words, rate: number })

export const Cart = z
  .object({
    id: guid,
    token: guid,
    mode: choice(modes),
    email: words,
    status: choice(['InProgress']),
    creationDate: dateTime,
    modificationDate: dateTime,
    completionDate: z.null(),
    shipToBillingAddress: z.boolean(),
    billingAddress: Address,
    shippingAddress: Address,
    shippingInformation: z.object({ fees: number, method: words, provider: words }),
    summary: z.object({
      subtotal: number,
      taxableTotal: number,
      total: number,
      payableNow: number,
      paymentMethod: words,
      taxes: z.array(metadata),
      adjustedTotal: number,
    }),
    items: z.array(CartItem),
    discounts: z.array(Discount.meta({ id: 'CartDiscount' })),
    customFields: z.array(CustomField),
    refunds: z.array(metadata).describe('Always empty: a cart was never paid.'),
    currency: words,
    totalWeight: number,
    itemsTotal: number,
    total: number,
    campaignId: words,
    invoiceNumber: words,
    paymentMethod: words,
    metadata,
    plans: z.array(metadata).describe('What subscriptions there are in it, as the checkout tells them.'),
  })
  .meta({ id: 'AbandonedCart', examples: [example] })
export type Cart = z.output<typeof Cart>

export const AbandonedCartPage = z
  .object({
    items: z.array(Cart),
    hasMoreResults: z.boolean().describe('Exactly whether another cart follows.'),
    continuationToken: z
      .string()
      .nullable()
      .describe('What asks for the carts that follow; null on the last page.'),
  })
  .meta({
    id: 'AbandonedCarts',
    examples: [{ items: [example], hasMoreResults: false, continuationToken: null }],
  })
export type AbandonedCartPage = z.output<typeof AbandonedCartPage>

export const CartToken = z.object({ token: guid })

export const CartQuery = z.object({
  limit: PageQuery.shape.limit.describe('How many to answer, at most 100.'),
  continuationToken: text(1000).optional().describe('Of the reply before, with the same filters.'),
  timeRange: choice(timeRanges).prefault('Anytime').describe('How long ago the cart was changed last.'),
  minimalValue: amount().optional().describe('Carts below this total are left out.'),
  email: text(500).optional().describe('Exactly, in either case.'),
  productId: text(500).optional().describe('The id that the shop gave the product.'),
  campaignId: text(500).optional().describe('Exactly, in either case.'),
})
export type CartQuery = z.output<typeof CartQuery>
