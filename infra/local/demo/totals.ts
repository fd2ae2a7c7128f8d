/** What a basket of the demo store comes to: in cents inside, exact to the last of them. */

import { centsOf, euros, gramsOf, type Line } from './basket.ts'
import { type Offer, rebateOf } from './offers.ts'
import type { Country } from './places.ts'
import { shippingMethods } from './shipping-methods.ts'

interface Shipping {
  method: string | null
  cents: number
}

const nothingToSend: Shipping = { method: null, cents: 0 }
const included: Shipping = { method: 'Shipping included', cents: 0 }

type Method = (typeof shippingMethods)[number][1]

const isFor = ({ countryCondition, onOrderTotalAbove }: Method, country: Country, cents: number) =>
  countryCondition.some(({ countryCode }) => countryCode === country.code) &&
  cents >= (onOrderTotalAbove ?? 0) * 100

const costsOf = ({ name, rates }: Method, grams: number): Shipping[] =>
  rates
    .filter(({ weight }) => grams >= (weight?.from ?? 0) && grams <= (weight?.to ?? grams))
    .map(({ cost }) => ({ method: name, cents: Math.round(cost * 100) }))

/** The cheapest of what the shop offers; files travel for nothing. */
function shippingOf({ country, offer, isAllIncluded }: Basket, grams: number, cents: number): Shipping {
  if (grams === 0) return nothingToSend
  if (isAllIncluded) return included
  if (offer?.discount.type === 'Shipping') return { method: offer.discount.name, cents: 0 }
  const methods = shippingMethods.map(([, method]) => method).filter(method => isFor(method, country, cents))
  const [cheapest = nothingToSend] = methods
    .flatMap(method => costsOf(method, grams))
    .toSorted((one, other) => one.cents - other.cents)
  return cheapest
}

export interface Basket {
  lines: readonly Line[]
  /** Where it goes, which says what shipping and tax come to. */
  country: Country
  offer: Offer | null
  /** Whether shipping and tax are in the price already. */
  isAllIncluded?: boolean
}

/** In cents. */
function amountsOf(basket: Basket) {
  const { lines, country, offer, isAllIncluded = false } = basket
  const items = centsOf(lines)
  const rebate = offer ? rebateOf(lines, offer) : 0
  const shipping = shippingOf(basket, gramsOf(lines), items - rebate)
  const vat = isAllIncluded ? null : country.tax
  const tax = Math.round(((items - rebate) * (vat?.perMille ?? 0)) / 1000)
  return { items, rebate, shipping, vat, tax }
}

/** Goods less rebate, with shipping and with tax on the goods. */
export function totalsOf(basket: Basket) {
  const { items, rebate, shipping, vat, tax } = amountsOf(basket)
  return {
    ...{ itemsTotal: euros(items), subtotal: euros(items), rebateAmount: euros(rebate) },
    totalWeight: gramsOf(basket.lines),
    ...{ shippingFees: euros(shipping.cents), shippingMethod: shipping.method },
    totalRebateRate: basket.offer?.discount.rate ?? 0,
    taxes: vat ? [taxOf(vat, tax)] : [],
    taxableTotal: euros(items - rebate),
    total: euros(items - rebate + shipping.cents + tax),
  }
}

const taxOf = ({ name, perMille }: NonNullable<Country['tax']>, cents: number) => ({
  ...{ taxName: name, taxRate: perMille / 1000, amount: euros(cents), numberForInvoice: null },
})

/** What was paid for one of the lines, with its part of rebate and tax but not of shipping; in cents. */
export function paidFor(cents: number, basket: Basket): number {
  const { items, rebate, tax } = amountsOf(basket)
  return Math.round((cents * (items - rebate + tax)) / items)
}
