/** Money: integers of the currency's minor unit in calculations, decimal numbers in JSON; no floating-point arithmetic. */

import { Big } from 'big.js'
import type * as z from 'zod'

/** 1999 is 19.99 euros, 1999 yen, or 1.999 Kuwaiti dinars. A plain number is not accepted, as it may be decimal. */
export type MinorUnits = number & z.core.$brand<'MinorUnits'>

/**
 * An amount as JSON has it, such as 19.99. Plain numbers are accepted, and minor units are not. Amounts whose currency may
 * not be known yet are stored as decimals too.
 */
export type DecimalAmount = number & { readonly [z.core.$brand]?: never }

/** Marks an integer as minor units: the result of a calculation with amounts is a plain number. */
export const minorUnits = (integer: number) => integer as MinorUnits

export const sumOfUnits = (amounts: readonly MinorUnits[]): MinorUnits =>
  minorUnits(amounts.reduce((sum, units) => sum + units, 0))

/** The ISO 4217 exponents other than 2. `Intl` uses those of CLDR, where a forint has no decimals. */
const exponents: [decimals: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]
const decimalsByCode = new Map(
  exponents.flatMap(([decimals, codes]) => codes.split(' ').map(code => [code, decimals] as const)),
)

/** The number of decimals of a currency; 2 for an unknown code. */
export const decimalsOf = (currency: string) => decimalsByCode.get(currency.toUpperCase()) ?? 2

const halfAwayFromZero = 1

/** Rounded to the currency's own number of decimals, halves away from zero; never -0. */
export const roundMoney = (amount: DecimalAmount, currency: string): DecimalAmount =>
  Number(new Big(amount).round(decimalsOf(currency), halfAwayFromZero)) + 0

export const toMinorUnits = (amount: DecimalAmount, currency: string): MinorUnits =>
  minorUnits(Number(new Big(roundMoney(amount, currency)).times(10 ** decimalsOf(currency))))

/** A sum of more than 15 digits becomes the nearest number of double precision, as in most programs that read JSON. */
export const fromMinorUnits = (units: MinorUnits | bigint, currency: string): DecimalAmount =>
  Number(new Big(units).div(10 ** decimalsOf(currency)))

/** Such as `19.90 EUR`, for messages. */
export const formatMoney = (units: MinorUnits, currency: string): string =>
  `${new Big(units).div(10 ** decimalsOf(currency)).toFixed(decimalsOf(currency))} ${currency.toUpperCase()}`

/** Sums of such amounts may exceed 2^53 minor units and are therefore bigints. */
export const maxAmount = 999_999_999_999.99

/** The product of a price and a quantity may exceed the maximum, and is lowered to it. */
export function clampMinorUnits(units: MinorUnits, currency: string): MinorUnits {
  const max = toMinorUnits(maxAmount, currency)
  return minorUnits(Math.min(Math.max(units, -max), max) + 0)
}

/** What is left of an amount without the taxes that it includes. */
export function netAmount(units: MinorUnits, taxRates: readonly number[]): MinorUnits {
  const divisor = taxRates.reduce((sum, rate) => sum.plus(Math.max(rate, 0)), new Big(1))
  return minorUnits(Number(new Big(units).div(divisor).round(0, halfAwayFromZero)) + 0)
}

/** The currency of what the checkout sent, in lower case; the store's own where it named none. */
export const currencyOrDefault = (sent: string | null | undefined, accountCurrency: string) =>
  (sent?.trim() || accountCurrency).toLowerCase()

type WithAmounts<T, F, Amount> = { [K in keyof T]: K extends F ? Amount | Extract<T[K], null> : T[K] }

const convert =
  <From extends number, To extends number>(toOther: (amount: From, currency: string) => To) =>
  <T extends Record<F, From | null>, F extends string>(object: T, fields: readonly F[], currency: string) => {
    const converted = fields.map(field => {
      const amount: From | null = object[field]
      return [field, amount === null ? null : toOther(amount, currency)]
    })
    return { ...object, ...Object.fromEntries(converted) } as WithAmounts<T, F, To>
  }

/** The object with these amounts as integers of the currency's minor unit; null stays null. */
export const withMinorUnits = convert(toMinorUnits)

/** The object with these amounts, stored in minor units, as decimals; null stays null. */
export const withDecimals = convert<MinorUnits, DecimalAmount>(fromMinorUnits)

/** The object with these amounts rounded to the currency's decimals; null stays null. */
export const withRounded = convert(roundMoney)
