/** Defines the public representation of orders, and the requests that list and change them. */

import * as z from 'zod'
import { Address, flatAddressShape } from '../core/address.ts'
import {
  blankAsNull,
  boolean,
  caseInsensitiveEnum,
  dateTime,
  guid,
  nullableText,
  onlyTrue,
  optionalFilter,
  text,
} from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { PageQuery, pageSchema, periodParameters } from '../core/paging.ts'
import { modes } from '../core/tenant.ts'
import { AppliedDiscount } from '../discounts/schemas.ts'
import {
  CustomField,
  OrderItem,
  OrderRefund,
  OrderSummary,
  PaymentDetails,
  Promocode,
  Tax,
  Withdrawal,
} from './nested-schemas.ts'
import { paymentStatus, status } from './statuses.ts'

const User = z
  .object({ id: guid, email: z.string(), billingAddress: Address, shippingAddress: Address })
  .meta({ id: 'OrderUser', description: 'The customer; null, for example, for an order without an e-mail address.' })

export const Order = z
  .object({
    token: guid,
    mode: caseInsensitiveEnum(modes),
    creationDate: dateTime,
    modificationDate: dateTime,
    completionDate: dateTime.describe('The creation date if the checkout did not send one.'),
    status,
    paymentStatus: paymentStatus.nullable(),
    paymentMethod: z.string(),
    paymentGatewayUsed: z.string(),
    paymentDetails: PaymentDetails.nullable(),
    invoiceNumber: z.string(),
    email: z.string(),
    cardHolderName: z.string(),
    creditCardLast4Digits: z.string(),
    cardType: z.string(),
    lang: z.string().describe('The language of the checkout, such as `en`.'),
    currency: z.string().describe('The currency of all amounts. Defaults to the currency of the account.'),
    ...flatAddressShape('billingAddress'),
    ...flatAddressShape('shippingAddress'),
    billingAddress: Address,
    shippingAddress: Address,
    shippingAddressSameAsBilling: z.boolean(),
    user: User.nullable(),
    userId: guid.nullable().describe('The id of `user`.'),
    notes: nullableText,
    finalGrandTotal: z.number().describe('The amount the buyer pays, after all discounts, taxes and fees.'),
    grandTotal: z.number(),
    total: z.number(),
    baseTotal: z.number().describe('`grandTotal` if the checkout did not send it.'),
    taxableTotal: z.number().describe('The sum of the taxable items if the checkout did not send it.'),
    summary: OrderSummary,
    adjustedAmount: z.number().describe('`finalGrandTotal` without `refundsAmount`.'),
    capturedAmount: z
      .number()
      .nullable()
      .describe(
        'What the payment gateway has captured of an authorized payment. Less than `finalGrandTotal` if only a part was captured, outside of this API: the order is then not paid, and refunds can return this amount at most. Null unless a capture was requested by this API.',
      ),
    subtotal: z.number(),
    itemsTotal: z.number().describe('The sum of the items, before discounts, taxes and fees.'),
    rebateAmount: z.number().describe('The amount saved by discounts.'),
    savedAmount: z.number().describe('The same as `rebateAmount`.'),
    totalRebateRate: z.number(),
    totalWeight: z.number(),
    shippingFees: z.number(),
    shippingMethod: z.string(),
    shippingProvider: nullableText,
    shippingRateUserDefinedId: nullableText,
    items: z.array(OrderItem),
    itemsCount: z.int().describe('The sum of all quantities if the checkout did not send it.'),
    numberOfItemsInOrder: z.int().describe('The length of `items` if the checkout did not send it.'),
    taxes: z.array(Tax),
    taxesTotal: z.number(),
    discounts: z.array(AppliedDiscount),
    promocodes: z.array(Promocode).describe('The same as `discounts`, in a shorter form.'),
    hasPromocode: z.boolean(),
    willBePaidLater: z.boolean(),
    customFields: z.array(CustomField),
    customFieldsJson: z.string(),
    isRecurringOrder: z.boolean(),
    subscriptionId: nullableText,
    hasSubscriptions: z.boolean().describe('Whether it belongs to a subscription, if the checkout did not send it.'),
    parentToken: nullableText.describe(
      'The token of the order that started the subscription, in orders of later payments.',
    ),
    paymentTransactionId: nullableText,
    metadata,
    trackingNumber: z.string(),
    trackingUrl: z.string(),
    refunds: z
      .array(OrderRefund)
      .describe('Oldest first. Refunds that are under way, have failed or have another currency are not included.'),
    refundsAmount: z.number(),
    hasPendingWithdrawal: z.boolean(),
    withdrawals: z.array(Withdrawal),
  })
  .meta({ id: 'Order' })
export type Order = z.output<typeof Order>

export const OrderPage = pageSchema(Order, 'OrderPage')

export const OrderParams = z.object({ token: guid.brand<'OrderToken'>() })

export const invalidTokenMessage =
  'No order has this token. GET /orders?invoiceNumber={token} finds an order by its invoice number.'

const exactMatch = text(500).optional().describe('Exact match, case-insensitive.')

export const OrderQuery = PageQuery.extend({
  status: optionalFilter(status).describe(
    'Use `InProgress` for completed orders that were set back to it. They are otherwise omitted.',
  ),
  hasPendingWithdrawal: optionalFilter(boolean).describe(
    'Whether the order has a withdrawal that is not resolved yet.',
  ),
  invoiceNumber: exactMatch,
  productId: text(500).optional().describe('The `userDefinedId` of a product in the order.'),
  placedBy: text(500)
    .optional()
    .describe(
      'Matches any part of the billing first and last name (such as `Jane Doe`) or of the card holder name. Case-insensitive.',
    ),
  ...periodParameters('The checkout was begun'),
  isRecurringOrder: optionalFilter(boolean).describe('Whether the order is a payment of a subscription.'),
  billingAddressCity: exactMatch,
  billingAddressCountry: exactMatch,
  billingAddressProvince: exactMatch,
  billingAddressPostalCode: exactMatch,
  shippingAddressCity: exactMatch,
  shippingAddressCountry: exactMatch,
  shippingAddressProvince: exactMatch,
  shippingAddressPostalCode: exactMatch,
  awaitsCapture: optionalFilter(onlyTrue).describe(
    'Only `Pending` orders whose payment is authorized and of which nothing is captured yet. An addition to the specification.',
  ),
  hasRefunds: optionalFilter(onlyTrue).describe(
    'Only orders of which something was refunded. An addition to the specification.',
  ),
})
export type OrderQuery = z.output<typeof OrderQuery>

const tracking = text(2000)
const clearing = 'Set to null to clear the value; omit to leave it unchanged.'

const isHttpUrl = (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value)
const trackingUrl = tracking.refine(isHttpUrl, { error: 'must be an http or https URL' }).meta({ format: 'uri' })

export const OrderChange = z
  .object({
    status,
    paymentStatus: paymentStatus.optional(),
    trackingNumber: tracking.nullish().describe(clearing),
    trackingUrl: blankAsNull(trackingUrl)
      .optional()
      .describe(`An http or https URL. ${clearing} Blank text is treated as null.`),
    metadata: metadata.optional(),
  })
  .meta({ id: 'OrderChange' })
export type OrderChange = z.output<typeof OrderChange>
