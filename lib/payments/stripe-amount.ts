/** Converts amounts to and from Stripe's units, which are not always those of ISO 4217 (docs.stripe.com/currencies). */

import { decimalsOf, type MinorUnits, minorUnits } from '../core/money.ts'

/**
 * Stripe still expects two decimals for Icelandic krónur and Ugandan shillings, and none for Malagasy ariary. Hungarian
 * forints and Taiwan dollars are special only in payouts, so they are not listed.
 */
const exceptions: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 }

/** Stripe accepts at most two decimals. If a currency has three, the last digit of an amount must be 0. */
const maxDecimals = 2

const stripeDecimalsOf = (currency: string) => exceptions[currency.toUpperCase()] ?? decimalsOf(currency)

/** Returns the smallest amount that Stripe accepts in a currency. Every other amount must be a multiple of it. */
export const stripeAmountStep = (currency: string): MinorUnits =>
  minorUnits(10 ** (decimalsOf(currency) - Math.min(stripeDecimalsOf(currency), decimalsOf(currency), maxDecimals)))

export const isStripeAmount = (units: MinorUnits, currency: string): boolean => units % stripeAmountStep(currency) === 0

export const toStripeAmount = (units: MinorUnits, currency: string): number =>
  (units * 10 ** stripeDecimalsOf(currency)) / 10 ** decimalsOf(currency)

export const fromStripeAmount = (stripeAmount: number, currency: string): MinorUnits =>
  minorUnits((stripeAmount * 10 ** decimalsOf(currency)) / 10 ** stripeDecimalsOf(currency))
