/** The order as the checkout tells it. */

import * as z from 'zod'
import { metadata } from '../kit/metadata.ts'
import { flag, list, money, named, number, whole, words } from '../kit/told.ts'
import { addressesIn, gathered, toldAddresses } from '../kit/told-address.ts'
import { choice, guid, startOfTime } from '../kit/wire.ts'
import { paymentStatuses, statuses } from './shapes.ts'

export const date = startOfTime.nullish().transform(value => value ?? null)

export const ToldField = z.object({
  name: words,
  type: words,
  options: words,
  required: flag,
  value: words,
})
export type ToldField = z.output<typeof ToldField>

export const ToldItem = z.object({
  uniqueId: words,
  id: named(),
  name: words,
  price: money,
  quantity: whole.transform(quantity => quantity ?? 1),
  url: words,
  weight: number,
  description: words,
  image: words,
  categories: list(named()),
  customFields: list(ToldField),
  customFieldsJson: words,
  stackable: flag,
  maxQuantity: number,
  totalPrice: money,
  totalWeight: number,
  metadata: metadata.nullish().transform(value => value ?? null),
  fileGuid: words,
  fileName: words,
  maxNbrDownload: whole,
  daysUntilExpire: number,
})
export type ToldItem = z.output<typeof ToldItem>

const ToldTax = z.object({
  taxName: words,
  name: words,
  taxRate: number,
  rate: number,
  amount: money,
  numberForInvoice: words,
})

/** By its id, or by the code that the buyer typed. */
export const ToldDiscount = z.object({ id: words, code: words, name: words, type: words, rate: number })
export type ToldDiscount = z.output<typeof ToldDiscount>

const ToldUser = z.object({
  id: guid.nullish().catch(null),
  email: words,
  creationDate: date,
  status: words,
})

const Told = z.object({
  token: guid,
  creationDate: date,
  modificationDate: date,
  completionDate: date,
  status: choice(statuses).nullish(),
  paymentStatus: choice(paymentStatuses).nullish(),
  paymentMethod: words,
  invoiceNumber: words,
  email: words,
  cardHolderName: words,
  creditCardLast4Digits: words,
  currency: words,
  ...toldAddresses,
  notes: words,
  finalGrandTotal: money,
  grandTotal: money,
  total: money,
  subtotal: money,
  itemsTotal: money,
  rebateAmount: money,
  totalRebateRate: number,
  totalWeight: number,
  shippingFees: money,
  shippingMethod: words,
  items: list(ToldItem),
  taxes: list(ToldTax),
  discounts: list(ToldDiscount),
  promocodes: list(ToldDiscount),
  willBePaidLater: flag,
  customFields: list(ToldField),
  customFieldsJson: words,
  isRecurringOrder: flag,
  subscriptionId: words,
  paymentTransactionId: words,
  metadata: metadata.nullish(),
  trackingNumber: words,
  trackingUrl: words,
  user: ToldUser.nullish(),
})

export const CompletedOrder = z
  .preprocess(gathered, Told)
  .transform(told => ({ ...told, addresses: addressesIn(told) }))
export type CompletedOrder = z.output<typeof CompletedOrder>
