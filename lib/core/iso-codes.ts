/** Defines schemas that accept currency and country codes in any case, and convert them to upper case. */

import * as z from 'zod'

/** Converts only ASCII letters, because `ß` becomes two letters in upper case. */
const toUpperCase = (value: unknown) =>
  typeof value === 'string' && /^\s*[a-z]+\s*$/i.test(value) ? value.trim().toUpperCase() : value

/**
 * The ISO 4217 currencies in use in 2026. The list is written out here, because JavaScript runtimes have different
 * lists. Codes that are not used for payments are left out: funds and units of account (CLF, XDR), metals (XAU) and
 * test codes (XTS).
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

export const currencyCode = z.preprocess(
  toUpperCase,
  z
    .string()
    .refine(code => currencies.has(code), { error: 'must be an ISO 4217 code such as EUR' })
    .meta({ id: 'Currency', enum: [...currencies] }),
)

export const countryCode = z.preprocess(
  toUpperCase,
  z.string().regex(/^[A-Z]{2}$/, { error: 'must be a two-letter country code such as DE' }),
)
