/** Decisions about shipping methods, as pure functions. */

interface CountryCondition {
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
