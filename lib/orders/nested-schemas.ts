/** What an order is made of. */

import * as z from 'zod'
import { choice, dateTime, guid } from '../core/fields.ts'

export const resolutions = ['Pending', 'Accepted', 'Refused'] as const

export const words = z.string().nullable()
export const number = z.number().nullable()

export const OrderItem = z
  .object({
    uniqueId: words,
    id: z.string().describe('The id that the shop gave the product.'),
    name: words,
    price: number,
    quantity: z.int(),
    url: words,
    weight: number,
    description: words,
    image: words,
    customFieldsJson: z.string(),
    stackable: z.boolean(),
    maxQuantity: number,
    totalPrice: number,
    totalWeight: number,
  })
  .meta({ id: 'OrderItem' })
export type OrderItem = z.output<typeof OrderItem>

export const Tax = z
  .object({ taxName: words, taxRate: number, amount: number, numberForInvoice: words })
  .meta({ id: 'Tax' })

export const Promocode = z
  .object({ code: words, name: words, type: words, rate: number })
  .meta({ id: 'Promocode' })

export const CustomField = z.object({ name: words, value: words }).meta({ id: 'OrderCustomField' })

const WithdrawalItem = z.object({
  itemUniqueId: words,
  itemName: words,
  quantity: z.int(),
  unitPrice: number,
  totalPrice: number,
})

export const Withdrawal = z
  .object({
    id: z.string(),
    orderToken: guid,
    orderInvoiceNumber: words,
    customerName: words,
    requestedAt: dateTime.nullable(),
    isPartial: z.boolean(),
    isOutsideWithdrawalPeriod: z.boolean(),
    refundAmount: number,
    resolution: choice(resolutions),
    resolvedAt: dateTime.nullable(),
    confirmationNumber: words,
    items: z.array(WithdrawalItem),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.output<typeof Withdrawal>
