/** Amounts in the units of Stripe's API, which are not those of ISO 4217 for some currencies: docs.stripe.com/currencies. */

import { decimalsOf, type MinorUnits, minorUnits } from '../core/money.ts'

/**
 * Krónur and Ugandan shillings have no decimals any more, but Stripe still takes them with two zeros. Forints and Taiwan
 * dollars are special for payouts only.
 */
const exceptions: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 }

/** The last of three decimals must be 0. */
const maxDecimals = 2

const stripeDecimalsOf = (currency: string) => exceptions[currency.toUpperCase()] ?? decimalsOf(currency)

/** Stripe takes multiples of it only. */
export const smallestAmount = (currency: string): MinorUnits =>
  minorUnits(
    10 ** (decimalsOf(currency) - Math.min(stripeDecimalsOf(currency), decimalsOf(currency), maxDecimals)),
  )

export const isStripeAmount = (units: MinorUnits, currency: string): boolean =>
  units % smallestAmount(currency) === 0

export const toStripeAmount = (units: MinorUnits, currency: string): number =>
  (units * 10 ** stripeDecimalsOf(currency)) / 10 ** decimalsOf(currency)

export const fromStripeAmount = (stripeAmount: number, currency: string): MinorUnits =>
  minorUnits((stripeAmount * 10 ** decimalsOf(currency)) / 10 ** stripeDecimalsOf(currency))
