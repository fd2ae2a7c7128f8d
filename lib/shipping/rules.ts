/** Decisions about shipping methods, as pure functions. */

import { roundMoney } from '../core/money.ts'

export interface CountryCondition {
  countryCode: string
  provinceCode: string | null
}

interface Destinations {
  countryCondition: CountryCondition[]
  /** Obsolete alias of a single country condition. */
  location: { country: string | null; province: string | null } | null
}

/** The obsolete `location` counts only where there is no country condition. */
export function countryConditionsOf({ countryCondition, location }: Destinations): CountryCondition[] {
  if (countryCondition.length > 0 || !location?.country) return countryCondition
  return [{ countryCode: location.country, provinceCode: location.province }]
}

interface Amounts<Rate> {
  rates: Rate[]
  onOrderTotalAbove: number | null
}

/** Rounds to the currency's decimals. */
export const roundAmounts = <Rate extends { cost: number }>(
  { rates, onOrderTotalAbove }: Amounts<Rate>,
  currency: string,
): Amounts<Rate> => ({
  rates: rates.map(rate => ({ ...rate, cost: roundMoney(rate.cost, currency) })),
  onOrderTotalAbove: onOrderTotalAbove === null ? null : roundMoney(onOrderTotalAbove, currency),
})
