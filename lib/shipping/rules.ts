/** Which shipping methods a parcel may take, and what each of them costs it. */

import { Big } from 'big.js'
import { roundToCents } from '../core/money.ts'
import { finds } from '../core/pattern.ts'
import type { NewShippingMethod, Rate, ShippingMethod } from './schemas.ts'

/** What is sent, and where to. */
export interface Parcel {
  country: string
  province: string | null
  postalCode: string | null
  weightInGrams: number
  /** Of the order, in `currency`. */
  total: number
  /** ISO 4217. */
  currency: string
}

/** What one unit of each foreign currency is worth in the parcel's own. */
export type ExchangeRates = Readonly<Record<string, number>>

export interface Offer
  extends Pick<ShippingMethod, 'name' | 'localizationId' | 'guaranteedEstimatedDelivery'> {
  methodId: string
  /** In the parcel's currency. */
  cost: number
}

/** Every method that takes the parcel, at the cheapest of its rates that apply; the cheapest first, the earlier one of equals. */
export function offers(methods: ShippingMethod[], parcel: Parcel, exchange: ExchangeRates): Offer[] {
  return methods
    .flatMap(method => offerOf(method, parcel, exchange))
    .toSorted((one, other) => one.cost - other.cost)
}

function offerOf(method: ShippingMethod, parcel: Parcel, exchange: ExchangeRates): Offer[] {
  const worth = worthOf(method.currency ?? parcel.currency, parcel, exchange)
  if (worth === null || !reaches(method, parcel)) return []
  const asked = (amount: number) => roundToCents(new Big(amount).times(worth))
  if (parcel.total < asked(method.onOrderTotalAbove ?? 0)) return []
  const costs = method.rates.filter(rate => carries(rate, parcel)).map(rate => asked(rate.cost))
  if (costs.length === 0) return []
  const { Id: methodId, name, localizationId, guaranteedEstimatedDelivery } = method
  return [{ methodId, name, localizationId, cost: Math.min(...costs), guaranteedEstimatedDelivery }]
}

/** Null when no rate is known: better no offer than a wrong price. */
function worthOf(currency: string, parcel: Parcel, exchange: ExchangeRates): number | null {
  if (folded(currency) === folded(parcel.currency)) return 1
  const named = Object.entries(exchange).find(([code]) => folded(code) === folded(currency))
  const worth = named?.[1] ?? 0
  return worth > 0 && Number.isFinite(worth) ? worth : null
}

const reaches = ({ countryCondition, postalCodeRegex }: ShippingMethod, parcel: Parcel) =>
  (countryCondition.length === 0 ||
    countryCondition.some(({ countryCode, provinceCode }) => isIn(countryCode, provinceCode, parcel))) &&
  (postalCodeRegex === null || finds(postalCodeRegex, (parcel.postalCode ?? '').trim()))

const carries = ({ weight, location }: Rate, parcel: Parcel) =>
  (weight?.from ?? 0) <= parcel.weightInGrams &&
  parcel.weightInGrams <= (weight?.to ?? Number.POSITIVE_INFINITY) &&
  isIn(location?.country, location?.province, parcel)

/** Nothing named is anywhere. */
const isIn = (country: Named, province: Named, parcel: Parcel) =>
  isNamed(country, parcel.country) && isNamed(province, parcel.province)

type Named = string | null | undefined
const isNamed = (named: Named, given: Named) => !named || folded(named) === folded(given)

/** Buyers and shops write codes in either case. */
const folded = (code: Named) => code?.trim().toUpperCase()

/** Where the method may be sent, said in either of two ways. */
export function conditionsOf({
  countryCondition,
  location,
}: NewShippingMethod): ShippingMethod['countryCondition'] {
  if (countryCondition.length > 0 || !location?.country) return countryCondition
  return [{ countryCode: location.country, provinceCode: location.province }]
}
