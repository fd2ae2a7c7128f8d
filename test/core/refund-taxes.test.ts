import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorUnits, toMinorUnits } from '../../lib/core/money.ts'
import { type RefundTax, taxesOfRefund } from '../../lib/core/refund-taxes.ts'

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

describe('earlier refunds of an order that was reported again', () => {
  type Tax = [name: string, rate: number, amount: number]
  const reported = (...taxes: Tax[]): Order => ({
    currency: 'eur',
    finalGrandTotal: minorUnits(10_000),
    taxes: taxes.map(([taxName, taxRate, amount]) => ({ taxName, taxRate, amount: minorUnits(amount * 100) })),
  })
  const refunded = (...taxes: Tax[]): RefundTax[] =>
    taxes.map(([taxName, taxRate, amount]) => ({ taxName, taxRate, amount }))

  test.each<[string, Order, RefundTax[], number[]]>([
    ['in another sequence', reported(['B', 0.2, 20], ['A', 0.1, 10]), refunded(['A', 0.1, 9], ['B', 0.2, 18]), [2, 1]],
    ['with another tax before', reported(['C', 0, 5], ['A', 0.1, 10]), refunded(['A', 0.1, 9]), [0.5, 1]],
    ['without the first tax', reported(['B', 0.2, 20]), refunded(['A', 0.1, 1], ['B', 0.2, 18]), [1]],
    ['with a lower tax', reported(['A', 0.1, 10]), refunded(['A', 0.1, 12]), [0]],
    ['with a lower tax beside another', reported(['A', 0.1, 5], ['B', 0.2, 20]), refunded(['A', 0.1, 9]), [0, 2.5]],
    ['with another name of the tax', reported(['VAT', 0.2, 20]), refunded(['MwSt.', 0.2, 19]), [1]],
    ['with another rate', reported(['A', 0.2, 10]), refunded(['A', 0.1, 3]), [1]],
    ['without a tax that exceeded the others', reported(['A', 0.1, 10]), refunded(['A', 0.1, 9], ['B', 0.2, 18]), [0]],
    ['with equal taxes', reported(['A', 0, 10], ['A', 0, 20]), refunded(['A', 0, 10], ['A', 0, 5]), [0, 3]],
    [
      'with equal taxes in another sequence',
      reported(['A', 0, 20], ['A', 0, 10]),
      refunded(['A', 0, 9], ['A', 0, 18]),
      [3, 0],
    ],
    ['with one tax instead of two equal ones', reported(['A', 0, 30]), refunded(['A', 0, 9], ['A', 0, 20]), [1]],
    ['with two equal taxes instead of one', reported(['A', 0, 10], ['A', 0, 20]), refunded(['A', 0, 28]), [0, 2]],
  ])('count by name and rate, and by position only among equal taxes: %s', (_, order, earlier, expected) => {
    expect(amountsOf(taxesOf(1000, order, [earlier]))).toEqual(expected)
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

  const line = fc.record({
    taxName: fc.constantFrom('A', 'B'),
    taxRate: fc.constantFrom(0.1, 0.2),
    amount: fc.nat({ max: 200 }),
  })
  const lines = fc.array(line, { maxLength: 4 })
  const keyOf = ({ taxName, taxRate }: Omit<RefundTax, 'amount'>) => `${taxName} ${taxRate}`
  const sumByKey = (taxes: readonly RefundTax[], key?: string) =>
    sum(taxes.filter(tax => key === undefined || keyOf(tax) === key).map(({ amount }) => amount))

  test('a refund never returns more than earlier refunds with any taxes have left, of a tax and of all', () => {
    fc.assert(
      fc.property(lines, fc.array(lines, { maxLength: 3 }), fc.nat(1000), (taxes, earlier, amount) => {
        const order = { currency: 'jpy', finalGrandTotal: minorUnits(1000) }
        const units = taxes.map(tax => ({ ...tax, amount: minorUnits(tax.amount) }))
        const parts = taxesOf(amount, { ...order, taxes: units }, earlier)
        for (const key of [undefined, ...taxes.map(keyOf)]) {
          const left = Math.max(sumByKey(taxes, key) - sumByKey(earlier.flat(), key), 0)
          expect(sumByKey(parts, key)).toBeLessThanOrEqual(left)
        }
        for (const [n, part] of parts.entries()) {
          expect(part.amount).toBeGreaterThanOrEqual(0)
          expect(part.amount).toBeLessThanOrEqual(taxes[n]!.amount)
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
