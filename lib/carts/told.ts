/** The cart as the checkout tells it. */

import * as z from 'zod'
import { flag, list, money, number, whole, words } from '../kit/told.ts'
import { addressesIn, gathered, toldAddresses } from '../kit/told-address.ts'
import { guid, startOfTime } from '../kit/wire.ts'
import { ToldDiscount, ToldField, ToldItem } from '../orders/index.ts'

const date = startOfTime.nullish().transform(value => value ?? null)

const Dimensions = z.object({ width: number, height: number, length: number, weight: number })

const CartItem = ToldItem.extend({
  token: words,
  minQuantity: whole,
  shippable: flag,
  taxable: flag,
  taxes: list(words),
  duplicatable: flag,
  alternatePrices: z.record(z.string(), z.unknown()).nullish(),
  dimensions: Dimensions.nullish(),
  unitPrice: money,
  addedOn: date,
})

const Shipping = z.object({ fees: money, method: words, provider: words })

const Summary = z.object({
  subtotal: money,
  taxableTotal: money,
  total: money,
  payableNow: money,
  paymentMethod: words,
  adjustedTotal: money,
  taxes: list(z.record(z.string(), z.unknown())),
})

const Told = z.object({
  token: guid,
  email: words,
  status: words,
  creationDate: date,
  modificationDate: date,
  shipToBillingAddress: z.boolean().nullish(),
  ...toldAddresses,
  shippingInformation: Shipping.nullish(),
  summary: Summary.nullish(),
  items: list(CartItem),
  discounts: list(ToldDiscount),
  customFields: list(ToldField),
  currency: words,
  totalWeight: number,
  itemsTotal: money,
  total: money,
  campaignId: words,
  invoiceNumber: words,
  paymentMethod: words,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  plans: list(z.record(z.string(), z.unknown())),
})

export const CartUpdated = z
  .preprocess(gathered, Told)
  .transform(told => ({ ...told, addresses: addressesIn(told) }))
export type CartUpdated = z.output<typeof CartUpdated>
