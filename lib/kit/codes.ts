/** Codes the world agreed on, currencies and countries: read in either case, answered in capitals. */

import * as z from 'zod'

/** Plain letters only: among others, "ß" in capitals would be two of them. */
const inCapitals = (value: unknown) =>
  typeof value === 'string' && /^\s*[a-z]+\s*$/i.test(value) ? value.trim().toUpperCase() : value

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const currency = z.preprocess(
  inCapitals,
  z.string().refine(code => currencies.has(code), { error: 'must be an ISO 4217 code such as EUR' }),
)

export const country = z.preprocess(
  inCapitals,
  z.string().regex(/^[A-Z]{2}$/, { error: 'must be a country code of two letters such as DE' }),
)
