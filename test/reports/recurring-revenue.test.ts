import { expect, test } from 'vitest'
import { monthlyRevenue } from '../../lib/reports/recurring-revenue.ts'

const payments = (interval: string, intervalCount: number, amount: bigint, currency = 'eur') => ({
  currency,
  interval,
  intervalCount,
  amount,
})

test.each([
  ['Month', 1, 1999n, 1999n],
  ['Month', 3, 1000n, 333n],
  ['Month', 2, 1001n, 501n],
  ['Year', 1, 12_000n, 1000n],
  ['Year', 2, 12_000n, 500n],
  ['Week', 1, 1200n, 5200n],
  ['Week', 2, 1200n, 2600n],
  ['Day', 1, 12n, 365n],
  ['Day', 365, 1200n, 100n],
  ['Month', 1, 9_007_199_254_740_993_000n, 9_007_199_254_740_993_000n],
] as const)('every %s, %s of them: %s are %s in a month', (interval, count, amount, monthly) => {
  expect(monthlyRevenue([payments(interval, count, amount)])).toEqual(new Map([['eur', monthly]]))
})

test('rounds the sum of each currency once', () => {
  const thirds = [1, 2, 3].map(() => payments('Month', 3, 1n))
  const sixth = payments('Month', 6, 1n, 'usd')
  expect(monthlyRevenue([...thirds, sixth, payments('Month', 3, 1n, 'usd')])).toEqual(
    new Map([
      ['eur', 1n],
      ['usd', 1n],
    ]),
  )
  expect(monthlyRevenue([])).toEqual(new Map())
})
