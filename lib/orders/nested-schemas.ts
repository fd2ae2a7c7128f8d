/** Defines the public representations of the objects in an order, such as items and refunds, and of digital goods. */

import * as z from 'zod'
import { caseInsensitiveEnum, dateTime, guid, nullableInteger, nullableNumber, nullableText } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'

export const resolutions = ['Pending', 'Accepted', 'Refused'] as const

export const CustomField = z.object({ name: z.string(), value: z.string() }).meta({ id: 'OrderCustomField' })

export const ItemCustomField = CustomField.extend({
  type: z.string(),
  options: z.string(),
  required: z.boolean(),
  displayValue: z.string(),
  operation: z
    .union([z.number(), z.string()])
    .nullable()
    .describe('What the value adds to the price, as the checkout sent it.'),
  optionsArray: z.array(z.string()).nullable(),
}).meta({ id: 'OrderItemCustomField' })

export const OrderItem = z
  .object({
    token: guid.describe('The token of the order.'),
    uniqueId: z.string().describe('Derived from the order and the place of the item if the checkout sent none.'),
    id: z.string().describe('The `userDefinedId` of the product.'),
    name: z.string(),
    price: z.number(),
    unitPrice: z.number(),
    quantity: z.int(),
    totalPrice: z.number(),
    totalPriceWithoutTaxes: z
      .number()
      .describe('The value that the checkout has sent, or else `totalPrice` without the taxes that it includes.'),
    hasTaxesIncluded: z.boolean(),
    url: z.string(),
    description: z.string(),
    image: z.string(),
    categories: z.array(z.string()),
    customFields: z.array(ItemCustomField),
    customFieldsJson: z.string(),
    stackable: z.boolean(),
    shippable: z.boolean(),
    taxable: z.boolean(),
    taxes: z.array(z.string()),
    duplicatable: z.boolean(),
    minQuantity: nullableInteger,
    maxQuantity: nullableInteger,
    weight: nullableNumber,
    width: nullableNumber,
    height: nullableNumber,
    length: nullableNumber,
    totalWeight: z.number(),
    fileGuid: nullableText,
    addedOn: dateTime.describe('The creation date of the order if the checkout did not send it.'),
    modificationDate: dateTime.describe('`addedOn` if the checkout did not send it.'),
    metadata,
  })
  .meta({ id: 'OrderItem' })
export type OrderItem = z.output<typeof OrderItem>

/** The fields that describe how a tax relates to prices, shipping and discounts. */
const taxDetails = {
  includedInPrice: z.boolean().describe('Whether the prices include the tax.'),
  appliesOnShipping: z.boolean(),
  discountInducedAmountVariation: z.number(),
}

export const Tax = z
  .object({ taxName: z.string(), taxRate: z.number(), amount: z.number(), numberForInvoice: z.string(), ...taxDetails })
  .meta({ id: 'Tax' })
export type Tax = z.output<typeof Tax>

const SummaryTax = z
  .object({ name: z.string(), rate: z.number(), amount: z.number(), numberForInvoice: z.string(), ...taxDetails })
  .meta({ id: 'SummaryTax' })

export const OrderSummary = z
  .object({
    subtotal: z.number(),
    taxableTotal: z.number(),
    total: z.number(),
    payableNow: z.number().describe('`finalGrandTotal` if the checkout did not send it.'),
    paymentMethod: z.string(),
    taxes: z.array(SummaryTax),
    adjustedTotal: z.number().describe('`total` if the checkout did not send it.'),
  })
  .meta({ id: 'OrderSummary' })
export type OrderSummary = z.output<typeof OrderSummary>

export const PaymentDetails = z
  .object({ iconUrl: nullableText, display: nullableText, instructions: nullableText })
  .meta({ id: 'PaymentDetails' })

export const Promocode = z
  .object({ code: z.string(), name: z.string(), type: z.string(), rate: z.number() })
  .meta({ id: 'Promocode' })

export const WithdrawalItem = z.object({
  itemUniqueId: z.string(),
  itemName: z.string(),
  quantity: z.int(),
  unitPrice: z.number(),
  totalPrice: z.number(),
})

export const Withdrawal = z
  .object({
    id: z.string(),
    orderToken: guid,
    orderInvoiceNumber: z.string(),
    customerName: z.string(),
    requestedAt: dateTime.nullable(),
    isPartial: z.boolean(),
    isOutsideWithdrawalPeriod: z.boolean(),
    refundAmount: z.number(),
    resolution: caseInsensitiveEnum(resolutions),
    resolvedAt: dateTime.nullable(),
    confirmationNumber: z.string(),
    items: z.array(WithdrawalItem),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.output<typeof Withdrawal>

const RefundTax = z.object({ taxName: z.string(), taxRate: z.number(), amount: z.number() }).meta({ id: 'RefundTax' })

export const OrderRefund = z
  .object({
    id: guid,
    orderToken: guid,
    creationDate: dateTime,
    modificationDate: dateTime.describe(
      'The time when the payment gateway confirmed the refund, or when a refund without a gateway was recorded. If the refund failed, the time of the failure.',
    ),
    amount: z.number(),
    currency: z.string(),
    comment: z.string(),
    status: caseInsensitiveEnum(['Complete', 'Partial', 'Failed', 'Cancelled'])
      .nullable()
      .describe(
        'The status in the request. `Failed` or `Cancelled` if the payment gateway took back a refund that it had accepted. Such a refund no longer counts, and no list contains it.',
      ),
    failureReason: z
      .string()
      .optional()
      .describe('The reason of the payment gateway. Absent unless the refund was taken back.'),
    creditNoteNumber: z
      .string()
      .optional()
      .describe('Absent if the account did not have the feature `creditNotes` at the time.'),
    taxes: z.array(RefundTax).describe('Empty without `autoRefundTaxes`.'),
    notifyCustomer: z.boolean(),
    refundedByPaymentGateway: z.boolean().describe('False for refunds that were only recorded.'),
  })
  .meta({ id: 'OrderRefund' })
export type OrderRefund = z.output<typeof OrderRefund>

export const DigitalGood = z
  .object({
    fileGuid: z.string(),
    name: z.string(),
    url: z.string(),
    downloadedNbrTime: z.int(),
    maxNbrDownload: nullableInteger.describe('Null means unlimited.'),
    daysUntilExpire: nullableInteger.describe('Counted from creationDate. Null means never.'),
    creationDate: dateTime.describe('When the order was completed, unless imported.'),
    isValid: z.boolean().describe('Whether the file can still be downloaded.'),
  })
  .meta({ id: 'DigitalGood' })
export type DigitalGood = z.output<typeof DigitalGood>
