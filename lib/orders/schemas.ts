/** The order as callers see it, and what they ask and send. */

import * as z from 'zod'
import { flatAddressFields } from '../core/address.ts'
import { boolean, choice, dateTime, dateTimeEnd, guid, text } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { PageQuery, pageSchema } from '../core/page.ts'
import { digitalExample, example } from './example.ts'
import { CustomField, number, OrderItem, Promocode, Tax, Withdrawal, words } from './nested-schemas.ts'

export const statuses = [
  'InProgress',
  'Processed',
  'Disputed',
  'Shipped',
  'Delivered',
  'Pending',
  'Cancelled',
] as const

export const paymentStatuses = [
  'Paid',
  'Deferred',
  'PaidDeferred',
  'ChargedBack',
  'Refunded',
  'Paidout',
  'Failed',
  'Pending',
  'Expired',
  'Cancelled',
  'Open',
  'Authorized',
] as const

export const Order = z
  .object({
    token: guid,
    creationDate: dateTime,
    modificationDate: dateTime,
    completionDate: dateTime.nullable(),
    status: choice(statuses),
    paymentStatus: choice(paymentStatuses).nullable(),
    paymentMethod: words,
    invoiceNumber: words,
    email: words,
    cardHolderName: words,
    creditCardLast4Digits: words,
    currency: words,
    ...flatAddressFields('billingAddress'),
    ...flatAddressFields('shippingAddress'),
    shippingAddressSameAsBilling: z.boolean(),
    notes: words,
    finalGrandTotal: z.number(),
    grandTotal: number,
    subtotal: number,
    itemsTotal: number,
    rebateAmount: number,
    totalRebateRate: number,
    totalWeight: number,
    shippingFees: number,
    shippingMethod: words,
    items: z.array(OrderItem),
    taxes: z.array(Tax),
    promocodes: z.array(Promocode),
    hasPromocode: z.boolean(),
    willBePaidLater: z.boolean(),
    customFields: z.array(CustomField),
    customFieldsJson: z.string(),
    isRecurringOrder: z.boolean(),
    subscriptionId: words,
    paymentTransactionId: words,
    metadata,
    trackingNumber: words,
    trackingUrl: words,
    hasPendingWithdrawal: z.boolean(),
    withdrawals: z.array(Withdrawal),
  })
  .meta({ id: 'Order', examples: [example] })
export type Order = z.output<typeof Order>

export const OrderPage = pageSchema(Order, 'OrderPage')

export const OrderToken = z.object({ token: guid })

const exactly = text(500).optional().describe('Exactly, in either case.')

export const OrderQuery = PageQuery.extend({
  status: choice(statuses)
    .optional()
    .describe('In this state. Orders that are in progress again are listed by it only.'),
  hasPendingWithdrawal: boolean
    .optional()
    .describe('Whether something is to be sent back and not decided yet.'),
  invoiceNumber: exactly,
  productId: text(500).optional().describe('The id that the shop gave the product.'),
  placedBy: text(500)
    .optional()
    .describe("A part of billing first name and name (Jane Doe) or card holder's name, in either case."),
  from: dateTime.optional().describe('Created at this time or later; a date alone means its beginning.'),
  to: dateTimeEnd.optional().describe('Created at this time or earlier; a date alone means its end.'),
  isRecurringOrder: boolean.optional().describe('Whether it is a payment of a subscription.'),
  billingAddressCity: exactly,
  billingAddressCountry: exactly,
  billingAddressProvince: exactly,
  billingAddressPostalCode: exactly,
  shippingAddressCity: exactly,
  shippingAddressCountry: exactly,
  shippingAddressProvince: exactly,
  shippingAddressPostalCode: exactly,
})
export type OrderQuery = z.output<typeof OrderQuery>

const link = text(2000).nullable().optional().describe('Null clears it; not sent, it stays as it is.')

export const OrderChange = z
  .object({
    status: choice(statuses),
    paymentStatus: choice(paymentStatuses).optional(),
    trackingNumber: link,
    trackingUrl: link,
    metadata: metadata.optional(),
  })
  .meta({ id: 'OrderChange' })
export type OrderChange = z.output<typeof OrderChange>

export const DigitalGood = z
  .object({
    fileGuid: z.string(),
    name: words,
    url: z.string(),
    downloadedNbrTime: z.int(),
    maxNbrDownload: number.describe('Null for any number.'),
    daysUntilExpire: number.describe('From creationDate on; null for ever.'),
    creationDate: dateTime,
    isValid: z.boolean().describe('Whether it may still be downloaded.'),
  })
  .meta({ id: 'DigitalGood', examples: [digitalExample] })
export type DigitalGood = z.output<typeof DigitalGood>
