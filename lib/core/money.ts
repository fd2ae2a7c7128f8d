/** Amounts are exact to the cent inside and JSON numbers outside; no float arithmetic on them anywhere. */

import { Big } from 'big.js'

/** The largest amount whose cents are still exact in a JSON number, with room to add many of them up. */
export const maxAmount = 999_999_999_999.99

/** What amounts are multiplied to may lie beyond it, and counts as the nearest that does not. */
export const clampAmount = (amount: number) => Math.min(Math.max(amount, -maxAmount), maxAmount)

const halfUp = 1

/** Whole cents, as sums are made of. */
export const toCents = (amount: number) => Number(new Big(amount).times(100).round(0))

/** What so many cents come to. */
export const fromCents = (cents: number) => Number(new Big(cents).div(100))

/** Rounded to the cent, halves away from zero; what is too small for a cent is 0 and never -0. */
export const roundToCents = (amount: number | Big): number => Number(new Big(amount).round(2, halfUp)) + 0
