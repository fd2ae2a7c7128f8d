/** Calculates with amounts as integers in the currency's minor unit, and converts them from and to decimals in JSON. */

import { Big } from 'big.js'
import type * as z from 'zod'

/**
 * An amount in the smallest unit of its currency: 1999 is 19.99 euros or 1999 yen. TypeScript rejects plain numbers,
 * because a plain number may be a decimal.
 */
export type MinorUnits = number & z.core.$brand<'MinorUnits'>

/**
 * An amount as in JSON, such as 19.99. TypeScript accepts plain numbers, but rejects minor units. A stored amount whose
 * currency may still be unknown also has this type.
 */
export type DecimalAmount = number & { readonly [z.core.$brand]?: never }

/** Marks an integer as minor units, because TypeScript treats the result of a calculation as a plain number. */
export const minorUnits = (integer: number) => integer as MinorUnits

export const sumOfUnits = (amounts: readonly MinorUnits[]): MinorUnits =>
  minorUnits(amounts.reduce((sum, units) => sum + units, 0))

/**
 * The currencies whose number of decimals in ISO 4217 is not 2. `Intl` is not used, because it gives the forint 0
 * decimals.
 */
const exponents: [decimals: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]
const decimalsByCode = new Map(
  exponents.flatMap(([decimals, codes]) => codes.split(' ').map(code => [code, decimals] as const)),
)

export const decimalsOf = (currency: string) => decimalsByCode.get(currency.toUpperCase()) ?? 2

const halfAwayFromZero = 1

/** Rounds an amount to the decimals of its currency, halves away from zero. The result is never -0. */
export const roundMoney = (amount: DecimalAmount, currency: string): DecimalAmount =>
  Number(new Big(amount).round(decimalsOf(currency), halfAwayFromZero)) + 0

export const toMinorUnits = (amount: DecimalAmount, currency: string): MinorUnits =>
  minorUnits(Number(new Big(roundMoney(amount, currency)).times(10 ** decimalsOf(currency))))

/**
 * Converts minor units to a decimal. A decimal of more than 15 digits becomes the nearest double, as in most programs
 * that read JSON.
 */
export const fromMinorUnits = (units: MinorUnits | bigint, currency: string): DecimalAmount =>
  Number(new Big(units).div(10 ** decimalsOf(currency)))

/** Formats an amount for messages, such as `19.90 EUR`. */
export const formatMoney = (units: MinorUnits, currency: string): string =>
  `${new Big(units).div(10 ** decimalsOf(currency)).toFixed(decimalsOf(currency))} ${currency.toUpperCase()}`

/** The largest amount. Totals over many objects are bigints, because they may exceed 2^53 minor units. */
export const maxAmount = 999_999_999_999.99

/** Limits an amount, such as the product of a price and a quantity, to `maxAmount`. */
export function clampMinorUnits(units: MinorUnits, currency: string): MinorUnits {
  const max = toMinorUnits(maxAmount, currency)
  return minorUnits(Math.min(Math.max(units, -max), max) + 0)
}

/** Returns an amount without the taxes that it includes. */
export function netAmount(units: MinorUnits, taxRates: readonly number[]): MinorUnits {
  const divisor = taxRates.reduce((sum, rate) => sum.plus(Math.max(rate, 0)), new Big(1))
  return minorUnits(Number(new Big(units).div(divisor).round(0, halfAwayFromZero)) + 0)
}

export const currencyOrDefault = (sent: string | null | undefined, accountCurrency: string) =>
  (sent?.trim() || accountCurrency).toLowerCase()

type WithAmounts<T, F, Amount> = { [K in keyof T]: K extends F ? Amount | Extract<T[K], null> : T[K] }

/** Returns a function that converts some fields of an object. A field that is null stays null. */
const convert =
  <From extends number, To extends number>(toOther: (amount: From, currency: string) => To) =>
  <T extends Record<F, From | null>, F extends string>(object: T, fields: readonly F[], currency: string) => {
    const converted = fields.map(field => {
      const amount: From | null = object[field]
      return [field, amount === null ? null : toOther(amount, currency)]
    })
    return { ...object, ...Object.fromEntries(converted) } as WithAmounts<T, F, To>
  }

export const withMinorUnits = convert(toMinorUnits)

export const withDecimals = convert<MinorUnits, DecimalAmount>(fromMinorUnits)

export const withRounded = convert(roundMoney)
