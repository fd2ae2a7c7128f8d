/** The order as the checkout tells it. */

import * as z from 'zod'
import { addressesOf, eventAddressFields, nestFlatAddresses } from '../core/event-address.ts'
import {
  booleanOrFalse,
  listOrEmpty,
  optionalAmount,
  optionalInteger,
  optionalNumber,
  optionalText,
  requiredText,
} from '../core/event-fields.ts'
import { choice, dateTime, guid } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { paymentStatuses, statuses } from './schemas.ts'

export const date = dateTime.nullish().transform(value => value ?? null)

export const EventCustomField = z.object({
  name: optionalText,
  type: optionalText,
  options: optionalText,
  required: booleanOrFalse,
  value: optionalText,
})
export type EventCustomField = z.output<typeof EventCustomField>

export const EventItem = z.object({
  uniqueId: optionalText,
  id: requiredText(),
  name: optionalText,
  price: optionalAmount,
  quantity: optionalInteger.transform(quantity => quantity ?? 1),
  url: optionalText,
  weight: optionalNumber,
  description: optionalText,
  image: optionalText,
  categories: listOrEmpty(requiredText()),
  customFields: listOrEmpty(EventCustomField),
  customFieldsJson: optionalText,
  stackable: booleanOrFalse,
  maxQuantity: optionalNumber,
  totalPrice: optionalAmount,
  totalWeight: optionalNumber,
  metadata: metadata.nullish().transform(value => value ?? null),
  fileGuid: optionalText,
  fileName: optionalText,
  maxNbrDownload: optionalInteger,
  daysUntilExpire: optionalNumber,
})
export type EventItem = z.output<typeof EventItem>

const EventTax = z.object({
  taxName: optionalText,
  name: optionalText,
  taxRate: optionalNumber,
  rate: optionalNumber,
  amount: optionalAmount,
  numberForInvoice: optionalText,
})

/** By its id, or by the code that the buyer typed. */
export const EventDiscount = z.object({
  id: optionalText,
  code: optionalText,
  name: optionalText,
  type: optionalText,
  rate: optionalNumber,
})
export type EventDiscount = z.output<typeof EventDiscount>

const EventUser = z.object({
  id: guid.nullish().catch(null),
  email: optionalText,
  creationDate: date,
  status: optionalText,
})

const Told = z.object({
  token: guid,
  creationDate: date,
  modificationDate: date,
  completionDate: date,
  status: choice(statuses).nullish(),
  paymentStatus: choice(paymentStatuses).nullish(),
  paymentMethod: optionalText,
  invoiceNumber: optionalText,
  email: optionalText,
  cardHolderName: optionalText,
  creditCardLast4Digits: optionalText,
  currency: optionalText,
  ...eventAddressFields,
  notes: optionalText,
  finalGrandTotal: optionalAmount,
  grandTotal: optionalAmount,
  total: optionalAmount,
  subtotal: optionalAmount,
  itemsTotal: optionalAmount,
  rebateAmount: optionalAmount,
  totalRebateRate: optionalNumber,
  totalWeight: optionalNumber,
  shippingFees: optionalAmount,
  shippingMethod: optionalText,
  items: listOrEmpty(EventItem),
  taxes: listOrEmpty(EventTax),
  discounts: listOrEmpty(EventDiscount),
  promocodes: listOrEmpty(EventDiscount),
  willBePaidLater: booleanOrFalse,
  customFields: listOrEmpty(EventCustomField),
  customFieldsJson: optionalText,
  isRecurringOrder: booleanOrFalse,
  subscriptionId: optionalText,
  paymentTransactionId: optionalText,
  metadata: metadata.nullish(),
  trackingNumber: optionalText,
  trackingUrl: optionalText,
  user: EventUser.nullish(),
})

export const CompletedOrder = z
  .preprocess(nestFlatAddresses, Told)
  .transform(told => ({ ...told, addresses: addressesOf(told) }))
export type CompletedOrder = z.output<typeof CompletedOrder>
