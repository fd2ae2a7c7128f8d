/** What a basket of the demo store comes to: in cents inside, exact to the last of them. */

import { centsOf, euros, gramsOf, type Line } from './basket.ts'
import { shippingMethods } from './objects.ts'
import { type Offer, rebateOf } from './offers.ts'
import type { Country } from './places.ts'

interface Shipping {
  method: string | null
  cents: number
}

const nothingToSend: Shipping = { method: null, cents: 0 }
const abroad: Shipping = { method: 'Parcel abroad', cents: 1490 }

type Method = (typeof shippingMethods)[number][1]

const isFor = ({ countryCondition, onOrderTotalAbove }: Method, country: Country, cents: number) =>
  (countryCondition.length === 0 ||
    countryCondition.some(({ countryCode }) => countryCode === country.code)) &&
  cents >= (onOrderTotalAbove ?? 0) * 100

const costsOf = ({ name, rates }: Method, grams: number): Shipping[] =>
  rates
    .filter(({ weight }) => grams >= (weight?.from ?? 0) && grams <= (weight?.to ?? grams))
    .map(({ cost }) => ({ method: name, cents: Math.round(cost * 100) }))

/** The cheapest of what the shop offers; files travel for nothing. */
function shippingOf(country: Country, grams: number, cents: number): Shipping {
  if (grams === 0) return nothingToSend
  const methods = shippingMethods.map(([, method]) => method).filter(method => isFor(method, country, cents))
  const [cheapest = abroad] = methods
    .flatMap(method => costsOf(method, grams))
    .toSorted((one, other) => one.cents - other.cents)
  return cheapest
}

const shippingWith = (shipping: Shipping, offer: Offer | null): Shipping =>
  offer?.type === 'Shipping' && shipping.method ? { method: offer.name, cents: 0 } : shipping

interface Basket {
  lines: readonly Line[]
  country: Country
  offer: Offer | null
}

/** Goods less rebate, with shipping and with tax on the goods. */
export function totalsOf({ lines, country, offer }: Basket) {
  const [items, grams] = [centsOf(lines), gramsOf(lines)]
  const rebate = offer ? rebateOf(items, offer) : 0
  const { method, cents: fees } = shippingWith(shippingOf(country, grams, items - rebate), offer)
  const tax = Math.round(((items - rebate) * (country.tax?.perMille ?? 0)) / 1000)
  return {
    ...{ itemsTotal: euros(items), subtotal: euros(items), rebateAmount: euros(rebate), totalWeight: grams },
    ...{ shippingFees: euros(fees), shippingMethod: method },
    totalRebateRate: offer?.rate ?? 0,
    taxes: country.tax ? [taxOf(country.tax, tax)] : [],
    taxableTotal: euros(items - rebate),
    total: euros(items - rebate + fees + tax),
  }
}

const taxOf = ({ name, perMille }: NonNullable<Country['tax']>, cents: number) => ({
  ...{ taxName: name, taxRate: perMille / 1000, amount: euros(cents), numberForInvoice: null },
})
