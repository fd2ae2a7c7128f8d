/** Defines the checkout events of orders. Events of carts contain the same items. */

import * as z from 'zod'
import { addressesOf, eventAddressShape, nestFlatAddresses } from '../core/event-address.ts'
import {
  booleanOrFalse,
  listOrEmpty,
  optionalAmount,
  optionalBoolean,
  optionalDate,
  optionalInteger,
  optionalNumber,
  optionalText,
  orEmpty,
  requiredText,
  taxFields,
  validTexts,
  withTaxNames,
} from '../core/event-fields.ts'
import { caseInsensitiveEnum, guid } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { eventDiscountFields, mergePromocodes } from '../discounts/checkout-events.ts'
import { resolutions } from './nested-schemas.ts'
import { paymentStatus, status } from './statuses.ts'

const texts = validTexts(optionalText)

export const EventCustomField = z.object({
  name: optionalText,
  type: optionalText,
  options: optionalText,
  required: booleanOrFalse,
  value: optionalText,
  displayValue: optionalText.catch(null),
  /** The amount that the current value of the field adds to the price. Some checkouts send a text such as `+2.00`. */
  operation: z.union([z.number(), optionalText]).catch(null),
  optionsArray: texts.nullish().catch(null),
})
export type EventCustomField = z.output<typeof EventCustomField>

export const EventItem = z.object({
  uniqueId: optionalText,
  id: requiredText(),
  name: optionalText,
  price: optionalAmount,
  unitPrice: optionalAmount,
  quantity: optionalInteger.transform(quantity => quantity ?? 1),
  url: optionalText,
  weight: optionalNumber,
  width: optionalNumber,
  height: optionalNumber,
  length: optionalNumber,
  description: optionalText,
  image: optionalText,
  categories: orEmpty(validTexts(requiredText())),
  customFields: listOrEmpty(EventCustomField),
  customFieldsJson: optionalText,
  stackable: booleanOrFalse,
  shippable: booleanOrFalse,
  taxable: booleanOrFalse,
  taxes: orEmpty(texts),
  minQuantity: optionalInteger.catch(null),
  maxQuantity: optionalInteger,
  duplicatable: optionalBoolean,
  hasTaxesIncluded: optionalBoolean,
  totalPrice: optionalAmount,
  totalPriceWithoutTaxes: optionalAmount.catch(null),
  totalWeight: optionalNumber,
  metadata: metadata.nullish().transform(value => value ?? null),
  fileGuid: optionalText,
  fileName: optionalText,
  maxNbrDownload: optionalInteger,
  daysUntilExpire: optionalInteger,
  addedOn: optionalDate.catch(null),
  modificationDate: optionalDate.catch(null),
})
export type EventItem = z.output<typeof EventItem>

/** Schemas of fields that are only displayed. Invalid values become null, so that the order is accepted. */
const shownText = optionalText.catch(null)
const shownAmount = optionalAmount.catch(null)
const shownObject = <S extends z.ZodObject>(schema: S) => schema.nullable().catch(null)

const EventTax = z
  .object({
    ...taxFields,
    includedInPrice: optionalBoolean,
    appliesOnShipping: optionalBoolean,
    discountInducedAmountVariation: shownAmount,
  })
  .transform(withTaxNames)

const EventUser = z.object({
  id: guid.brand<'CustomerId'>().nullish().catch(null),
  email: optionalText,
  creationDate: optionalDate,
  status: optionalText,
  billingAddress: eventAddressShape.billingAddress.catch(null),
  shippingAddress: eventAddressShape.shippingAddress.catch(null),
  hasGatewayAddresses: booleanOrFalse,
})

export type EventUser = z.output<typeof EventUser>

/** Only these fields of a summary are read, because all other fields repeat fields of the order. */
const EventSummary = z.object({ payableNow: shownAmount, adjustedTotal: shownAmount })
const PaymentDetails = z.object({ iconUrl: shownText, display: shownText, instructions: shownText })

const shownFields = {
  lang: shownText,
  cardType: shownText,
  paymentGatewayUsed: shownText,
  paymentDetails: shownObject(PaymentDetails),
  shippingProvider: shownText,
  shippingRateUserDefinedId: shownText,
  parentToken: shownText,
  itemsCount: optionalInteger.catch(null),
  numberOfItemsInOrder: optionalInteger.catch(null),
  baseTotal: shownAmount,
  taxableTotal: shownAmount,
  summary: shownObject(EventSummary),
  hasSubscriptions: optionalBoolean,
}

const CompletedOrderFields = z.object({
  token: guid.brand<'OrderToken'>(),
  creationDate: optionalDate,
  modificationDate: optionalDate,
  completionDate: optionalDate,
  status: status.nullish(),
  paymentStatus: paymentStatus.nullish(),
  paymentMethod: optionalText,
  invoiceNumber: optionalText,
  email: optionalText,
  cardHolderName: optionalText,
  creditCardLast4Digits: optionalText,
  currency: optionalText,
  ...eventAddressShape,
  notes: optionalText,
  finalGrandTotal: optionalAmount,
  capturedAmount: optionalAmount,
  grandTotal: optionalAmount,
  total: optionalAmount,
  subtotal: optionalAmount,
  itemsTotal: optionalAmount,
  rebateAmount: optionalAmount,
  savedAmount: optionalAmount,
  totalRebateRate: optionalNumber,
  totalWeight: optionalNumber,
  shippingFees: optionalAmount,
  shippingMethod: optionalText,
  items: listOrEmpty(EventItem),
  taxes: listOrEmpty(EventTax),
  taxesTotal: optionalAmount,
  ...eventDiscountFields,
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
  ...shownFields,
})

export const CompletedOrder = z
  .preprocess(nestFlatAddresses, CompletedOrderFields)
  .transform(({ promocodes, ...order }) => ({
    ...order,
    discounts: mergePromocodes(order.discounts, promocodes),
    addresses: addressesOf(order),
  }))
export type CompletedOrder = z.output<typeof CompletedOrder>

/** The limit is the same as in `PUT /orders/{token}`. */
const trackingText = optionalText.pipe(z.string().max(2000).nullable())

/** A field that is absent or empty in the event stays unchanged in the order. */
export const StatusChanged = z.object({
  token: guid.brand<'OrderToken'>(),
  status: status.nullish(),
  /** The only status that `status` replaces. The conversion of a payment gateway's events sets this field. */
  replaces: z.enum(['Pending', 'Disputed']).nullish(),
  paymentStatus: paymentStatus.nullish(),
  trackingNumber: trackingText,
  trackingUrl: trackingText,
})
export type StatusChanged = z.output<typeof StatusChanged>

const EventWithdrawalItem = z.object({
  itemUniqueId: optionalText,
  itemName: optionalText,
  quantity: optionalInteger.transform(quantity => quantity ?? 0),
  unitPrice: optionalAmount,
  totalPrice: optionalAmount,
})

export const WithdrawalCreated = z.object({
  id: requiredText(100),
  orderToken: guid.brand<'OrderToken'>(),
  orderInvoiceNumber: optionalText,
  customerName: optionalText,
  requestedAt: optionalDate,
  isPartial: booleanOrFalse,
  isOutsideWithdrawalPeriod: booleanOrFalse,
  refundAmount: optionalAmount,
  resolution: caseInsensitiveEnum(resolutions)
    .nullish()
    .transform(value => value ?? ('Pending' as const)),
  confirmationNumber: optionalText,
  items: listOrEmpty(EventWithdrawalItem),
})
export type WithdrawalCreated = z.output<typeof WithdrawalCreated>

export const WithdrawalResolved = z.object({
  id: requiredText(100),
  orderToken: guid.brand<'OrderToken'>(),
  resolution: caseInsensitiveEnum(['Accepted', 'Refused']),
  resolvedAt: optionalDate,
})
export type WithdrawalResolved = z.output<typeof WithdrawalResolved>

export const DigitalDownloaded = z.object({ orderToken: guid.brand<'OrderToken'>(), fileGuid: requiredText() })
export type DigitalDownloaded = z.output<typeof DigitalDownloaded>
