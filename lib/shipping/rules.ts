/**
 * Computes the country conditions and the rounded amounts of a shipping method from the fields that the store has sent.
 */

import { roundMoney } from '../core/money.ts'
import type { NewShippingMethod } from './schemas.ts'

type Conditions = NewShippingMethod['countryCondition']

/** The deprecated field `location` is used only if there is no country condition. */
export function countryConditionsOf({ countryCondition, location }: NewShippingMethod): Conditions {
  if (countryCondition.length > 0 || !location?.country) return countryCondition
  return [{ countryCode: location.country, provinceCode: location.province }]
}

export const roundAmounts = ({ rates, onOrderTotalAbove }: NewShippingMethod, currency: string) => ({
  rates: rates.map(rate => ({ ...rate, cost: roundMoney(rate.cost, currency) })),
  onOrderTotalAbove: onOrderTotalAbove === null ? null : roundMoney(onOrderTotalAbove, currency),
})
