import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorUnits, toMinorUnits } from '../../lib/core/money.ts'
import { type RefundTax, taxesOfRefund } from '../../lib/refunds/rules.ts'

type Order = Parameters<typeof taxesOfRefund>[1]

const orderOf = (finalGrandTotal: number, amounts: readonly (number | null)[], currency = 'eur'): Order => ({
  currency,
  finalGrandTotal: minorUnits(finalGrandTotal),
  taxes: amounts.map((amount, n) => ({
    taxName: `Tax ${n + 1}`,
    taxRate: 0.05,
    numberForInvoice: null,
    amount: amount === null ? null : minorUnits(amount),
  })),
})
const taxed = (...amounts: number[]): RefundTax[] =>
  amounts.map((amount, n) => ({ taxName: `Tax ${n + 1}`, taxRate: 0.05, amount }))
const taxesOf = (units: number, order: Order, earlier: RefundTax[][] = []) =>
  taxesOfRefund(minorUnits(units), order, earlier)
const amountsOf = (taxes: readonly RefundTax[]) => taxes.map(({ amount }) => amount)

test.each<[string, number, Order, number[]]>([
  ['a tenth of the order', 1190, orderOf(11_900, [1900]), [1.9]],
  ['the whole order', 11_900, orderOf(11_900, [1900, 333]), [19, 3.33]],
  ['a third, where the larger remainder is rounded up', 3333, orderOf(10_000, [435, 868]), [1.45, 2.89]],
  ['an amount too small for a tax', 2, orderOf(11_900, [1900]), [0]],
  ['an order without taxes', 100, orderOf(1000, []), []],
  ['an order of 0', 0, orderOf(0, [100]), [0]],
  ['an order in yen', 500, orderOf(1000, [91], 'jpy'), [46]],
  ['an order in dinars', 500, orderOf(1000, [91], 'kwd'), [0.046]],
  ['an order with a tax without an amount', 500, orderOf(1000, [null, 100]), [0, 0.5]],
  ['an order with a negative tax', 500, orderOf(1000, [-40, 100]), [0, 0.5]],
])('a refund returns the part of each tax in its amount: %s', (_, amount, order, expected) => {
  expect(amountsOf(taxesOf(amount, order))).toEqual(expected)
})

test('a tax keeps its name and rate', () => {
  const tax = { numberForInvoice: null, amount: minorUnits(100) }
  const taxes = [
    { ...tax, taxName: 'VAT', taxRate: 0.2 },
    { ...tax, taxName: null, taxRate: null },
  ]
  expect(taxesOf(1000, { currency: 'eur', finalGrandTotal: minorUnits(1000), taxes })).toEqual([
    { taxName: 'VAT', taxRate: 0.2, amount: 1 },
    { taxName: '', taxRate: 0, amount: 1 },
  ])
})

describe('earlier refunds', () => {
  const order = orderOf(10_000, [1000, 2000])

  test.each<[string, RefundTax[][], number[]]>([
    ['that leave enough do not matter', [taxed(5, 10)], [5, 10]],
    ['limit each tax to what they leave of it', [taxed(3, 6), taxed(4, 5)], [3, 9]],
    ['without taxes do not matter', [[], []], [5, 10]],
    ['that returned one tax leave it to the others', [taxed(10, 0)], [0, 15]],
    ['that returned more than the tax leave none of it', [taxed(12, 25)], [0, 0]],
  ])('%s', (_, earlier, expected) => {
    expect(amountsOf(taxesOf(5000, order, earlier))).toEqual(expected)
  })

  test('count in the currency of the order', () => {
    expect(amountsOf(taxesOf(5000, orderOf(10_000, [1000], 'jpy'), [taxed(700)]))).toEqual([300])
    expect(amountsOf(taxesOf(5000, orderOf(10_000, [1000], 'kwd'), [taxed(0.7)]))).toEqual([0.3])
  })
})

describe('for any order', () => {
  const orders = fc
    .tuple(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.array(fc.nat({ max: 200_000 }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('eur', 'jpy', 'kwd'),
    )
    .map(([total, taxAmounts, currency]) => ({ order: orderOf(total, taxAmounts, currency), taxAmounts }))
  const unitsOf = (taxes: readonly RefundTax[], currency: string) =>
    amountsOf(taxes).map(amount => toMinorUnits(amount, currency))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

  test('the parts of the first refund add up to the part of all taxes, rounded', () => {
    fc.assert(
      fc.property(orders, fc.nat(1_000_000), ({ order, taxAmounts }, wish) => {
        const amount = Math.min(wish, order.finalGrandTotal)
        const parts = unitsOf(taxesOf(amount, order), order.currency)
        const [twice, divisor] = [2n * BigInt(amount) * BigInt(sum(taxAmounts)), BigInt(order.finalGrandTotal)]
        expect(sum(parts)).toBe(Number((twice + divisor) / (2n * divisor)))
      }),
    )
  })

  test('several refunds never return more than a tax', () => {
    fc.assert(
      fc.property(orders, fc.array(fc.nat(400_000), { maxLength: 8 }), ({ order, taxAmounts }, wishes) => {
        const earlier: RefundTax[][] = []
        let left: number = order.finalGrandTotal
        for (const wish of wishes) {
          const amount = Math.min(wish, left)
          left -= amount
          earlier.push(taxesOf(amount, order, earlier))
        }
        const units = earlier.map(taxes => unitsOf(taxes, order.currency))
        for (const [n, taxAmount] of taxAmounts.entries()) {
          expect(sum(units.map(parts => parts[n]!))).toBeLessThanOrEqual(taxAmount)
          for (const parts of units) expect(parts[n]).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('a refund of all returns all taxes', () => {
    fc.assert(
      fc.property(orders, ({ order, taxAmounts }) => {
        const taxes = taxesOf(order.finalGrandTotal, order)
        expect(unitsOf(taxes, order.currency)).toEqual(taxAmounts)
      }),
    )
  })
})
