import { describe, expect, test } from 'vitest'
import { fromMinorUnits, minorUnits, toMinorUnits } from '../../lib/core/money.ts'
import { fromStripeAmount, isStripeAmount, stripeAmountStep, toStripeAmount } from '../../lib/payments/stripe-amount.ts'

/** The amounts follow docs.stripe.com/currencies. */
describe.each([
  [12.34, 'EUR', 1234],
  [12.34, 'usd', 1234],
  [500, 'JPY', 500],
  [500, 'CLP', 500],
  [5, 'ISK', 500],
  [5, 'UGX', 500],
  [500, 'MGA', 500],
  [10.45, 'HUF', 1045],
  [800.45, 'TWD', 80045],
  [5.12, 'KWD', 5120],
  [5.12, 'bhd', 5120],
  [5.12, 'JOD', 5120],
  [5.12, 'OMR', 5120],
  [5.12, 'TND', 5120],
])('%d %s', (amount, currency, stripeAmount) => {
  const units = toMinorUnits(amount, currency)

  test(`is ${stripeAmount} in Stripe`, () => {
    expect(isStripeAmount(units, currency)).toBe(true)
    expect(toStripeAmount(units, currency)).toBe(stripeAmount)
    expect(fromMinorUnits(fromStripeAmount(stripeAmount, currency), currency)).toBe(amount)
  })
})

test.each([
  ['EUR', 0.01],
  ['JPY', 1],
  ['ISK', 1],
  ['UGX', 1],
  ['MGA', 1],
  ['KWD', 0.01],
])('Stripe accepts amounts of %s in steps of %d', (currency, amount) => {
  const step = stripeAmountStep(currency)
  expect(fromMinorUnits(step, currency)).toBe(amount)
  expect(isStripeAmount(minorUnits(3 * step), currency)).toBe(true)
})

test.each([
  [5.124, 'KWD'],
  [0.001, 'BHD'],
  [1.5, 'MGA'],
])('%d %s cannot be expressed in Stripe', (amount, currency) => {
  expect(isStripeAmount(toMinorUnits(amount, currency), currency)).toBe(false)
})
