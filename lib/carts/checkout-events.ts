/** Defines the schema of the checkout event that reports a cart. */

import * as z from 'zod'
import { addressesOf, eventAddressShape, nestFlatAddresses } from '../core/event-address.ts'
import {
  listOrEmpty,
  optionalAmount,
  optionalBoolean,
  optionalDate,
  optionalNumber,
  optionalText,
} from '../core/event-fields.ts'
import { guid } from '../core/fields.ts'
import { metadata } from '../core/metadata.ts'
import { eventDiscountFields, mergePromocodes } from '../discounts/checkout-events.ts'
import { EventCustomField, EventItem } from '../orders/index.ts'

const Dimensions = z.object({
  width: optionalNumber,
  height: optionalNumber,
  length: optionalNumber,
  weight: optionalNumber,
})

const CartItem = EventItem.extend({
  token: optionalText,
  alternatePrices: metadata.nullish(),
  dimensions: Dimensions.nullish(),
})

const Shipping = z.object({ fees: optionalAmount, method: optionalText, provider: optionalText })

const Summary = z.object({
  subtotal: optionalAmount,
  taxableTotal: optionalAmount,
  total: optionalAmount,
  payableNow: optionalAmount,
  paymentMethod: optionalText,
  adjustedTotal: optionalAmount,
  taxes: listOrEmpty(z.record(z.string(), z.unknown())),
})

const CartEvent = z.object({
  token: guid.brand<'OrderToken'>(),
  email: optionalText,
  status: optionalText,
  creationDate: optionalDate,
  modificationDate: optionalDate,
  shipToBillingAddress: optionalBoolean,
  ...eventAddressShape,
  shippingInformation: Shipping.nullish(),
  summary: Summary.nullish(),
  items: listOrEmpty(CartItem),
  ...eventDiscountFields,
  customFields: listOrEmpty(EventCustomField),
  currency: optionalText,
  lang: optionalText.catch(null),
  totalWeight: optionalNumber,
  itemsTotal: optionalAmount,
  total: optionalAmount,
  campaignId: optionalText,
  invoiceNumber: optionalText,
  paymentMethod: optionalText,
  metadata: metadata.nullish(),
  plans: listOrEmpty(z.record(z.string(), z.unknown())),
})

export const CartUpdated = z
  .preprocess(nestFlatAddresses, CartEvent)
  .transform(({ promocodes, ...cart }) => ({
    ...cart,
    discounts: mergePromocodes(cart.discounts, promocodes),
    addresses: addressesOf(cart),
  }))
export type CartUpdated = z.output<typeof CartUpdated>
