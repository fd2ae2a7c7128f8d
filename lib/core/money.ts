/** Money: integers of the currency's minor unit in calculations, decimal numbers in JSON; no floating-point arithmetic. */

import { Big } from 'big.js'
import { decimalsOf } from './codes.ts'

/** 1999 is 19.99 euros, 1999 yen, or 1.999 Kuwaiti dinars. */
export type MinorUnits = number

const halfAwayFromZero = 1

/** Rounded to the currency's own number of decimals, halves away from zero; never -0. */
export const roundMoney = (amount: number | Big, currency: string): number =>
  Number(new Big(amount).round(decimalsOf(currency), halfAwayFromZero)) + 0

export const toMinorUnits = (amount: number, currency: string): MinorUnits =>
  Number(new Big(roundMoney(amount, currency)).times(10 ** decimalsOf(currency)))

export const fromMinorUnits = (units: MinorUnits, currency: string): number =>
  Number(new Big(units).div(10 ** decimalsOf(currency)))

/** Small enough that sums of many such amounts are still exact in a JSON number. */
export const maxAmount = 999_999_999_999.99

/** Products of a price and a quantity may exceed the maximum. */
export const clampAmount = (amount: number) => Math.min(Math.max(amount, -maxAmount), maxAmount)

export const toCents = (amount: number) => Number(new Big(amount).times(100).round(0))

export const fromCents = (cents: number) => Number(new Big(cents).div(100))

/** Rounded to the cent, halves away from zero; never -0. */
export const roundToCents = (amount: number | Big): number =>
  Number(new Big(amount).round(2, halfAwayFromZero)) + 0
