/** Codes the world agreed on, currencies and countries: read in either case, answered in capitals. */

import * as z from 'zod'

/** Plain letters only: among others, "ß" in capitals would be two of them. */
const inCapitals = (value: unknown) =>
  typeof value === 'string' && /^\s*[a-z]+\s*$/i.test(value) ? value.trim().toUpperCase() : value

/**
 * The money of ISO 4217 in use in 2026, written out as runtimes differ in what they know. Nobody pays in what else
 * the standard lists: funds and units of account (CLF, XDR), metals (XAU), codes for tests (XTS).
 */
const currencies = new Set(
  `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD
  CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
  GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
  KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
  NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
  SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND
  VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
`
    .trim()
    .split(/\s+/),
)

/** The ISO 4217 exponents that are not 2. Intl has CLDR's instead, by which a forint has no decimals. */
const exponents: [decimals: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]
const decimalsByCode = new Map(
  exponents.flatMap(([decimals, codes]) => codes.split(' ').map(code => [code, decimals] as const)),
)

/** How many decimals amounts of a currency have; an unknown code counts as one of two. */
export const decimalsOf = (currency: string) => decimalsByCode.get(currency.toUpperCase()) ?? 2

export const currency = z.preprocess(
  inCapitals,
  z.string().refine(code => currencies.has(code), { error: 'must be an ISO 4217 code such as EUR' }),
)

export const country = z.preprocess(
  inCapitals,
  z.string().regex(/^[A-Z]{2}$/, { error: 'must be a country code of two letters such as DE' }),
)
