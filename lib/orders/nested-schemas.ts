/** The public form of what orders contain: items, taxes, promocodes, withdrawals and digital goods. */

import * as z from 'zod'
import { caseInsensitiveEnum, dateTime, guid, nullableNumber, nullableText } from '../core/fields.ts'
import { digitalExample } from './example.ts'

export const resolutions = ['Pending', 'Accepted', 'Refused'] as const

export const OrderItem = z
  .object({
    uniqueId: nullableText,
    id: z.string().describe('The `userDefinedId` of the product.'),
    name: nullableText,
    price: nullableNumber,
    quantity: z.int(),
    url: nullableText,
    weight: nullableNumber,
    description: nullableText,
    image: nullableText,
    customFieldsJson: z.string(),
    stackable: z.boolean(),
    maxQuantity: nullableNumber,
    totalPrice: nullableNumber,
    totalWeight: nullableNumber,
  })
  .meta({ id: 'OrderItem' })
export type OrderItem = z.output<typeof OrderItem>

export const Tax = z
  .object({
    taxName: nullableText,
    taxRate: nullableNumber,
    amount: nullableNumber,
    numberForInvoice: nullableText,
  })
  .meta({ id: 'Tax' })

export const Promocode = z
  .object({ code: nullableText, name: nullableText, type: nullableText, rate: nullableNumber })
  .meta({ id: 'Promocode' })

export const CustomField = z
  .object({ name: nullableText, value: nullableText })
  .meta({ id: 'OrderCustomField' })

const WithdrawalItem = z.object({
  itemUniqueId: nullableText,
  itemName: nullableText,
  quantity: z.int(),
  unitPrice: nullableNumber,
  totalPrice: nullableNumber,
})

export const Withdrawal = z
  .object({
    id: z.string(),
    orderToken: guid,
    orderInvoiceNumber: nullableText,
    customerName: nullableText,
    requestedAt: dateTime.nullable(),
    isPartial: z.boolean(),
    isOutsideWithdrawalPeriod: z.boolean(),
    refundAmount: nullableNumber,
    resolution: caseInsensitiveEnum(resolutions),
    resolvedAt: dateTime.nullable(),
    confirmationNumber: nullableText,
    items: z.array(WithdrawalItem),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.output<typeof Withdrawal>

export const DigitalGood = z
  .object({
    fileGuid: z.string(),
    name: nullableText,
    url: z.string(),
    downloadedNbrTime: z.int(),
    maxNbrDownload: nullableNumber.describe('Null means unlimited.'),
    daysUntilExpire: nullableNumber.describe('Counted from creationDate. Null means never.'),
    creationDate: dateTime,
    isValid: z.boolean().describe('Whether the file can still be downloaded.'),
  })
  .meta({ id: 'DigitalGood', examples: [digitalExample] })
export type DigitalGood = z.output<typeof DigitalGood>
