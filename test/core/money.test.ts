import { codes } from 'currency-codes'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { currencyCode } from '../../lib/core/iso-codes.ts'
import {
  clampMinorUnits,
  currencyOrDefault,
  type DecimalAmount,
  decimalsOf,
  formatMoney,
  fromMinorUnits,
  type MinorUnits,
  maxAmount,
  minorUnits,
  roundMoney,
  sumOfUnits,
  toMinorUnits,
  withDecimals,
  withMinorUnits,
  withRounded,
} from '../../lib/core/money.ts'

/**
 * The currency codes that the API accepts. It accepts no codes of funds, metals and units of account, and no retired
 * codes.
 */
const acceptedCodes = codes().filter(code => currencyCode.safeParse(code).success)

describe('currencies', () => {
  test('have the decimals of ISO 4217, according to an independent copy of the table', async () => {
    const { default: table } = await import('currency-codes')
    expect(acceptedCodes.length).toBeGreaterThan(150)
    for (const code of acceptedCodes) expect([code, decimalsOf(code)]).toEqual([code, table.code(code)?.digits])
  })

  test('are case-insensitive', () => {
    expect(decimalsOf('jpy')).toBe(0)
    expect(decimalsOf('kwd')).toBe(3)
  })

  test.each([
    ['USD', 'usd'],
    [' usd ', 'usd'],
    [' ', 'eur'],
    ['', 'eur'],
    [null, 'eur'],
    [undefined, 'eur'],
  ])('sent as %j, in a store of EUR, are %s', (sent, expected) => {
    expect(currencyOrDefault(sent, 'EUR')).toBe(expected)
  })
})

describe('money', () => {
  test.each([
    [19.99, 'EUR', 1999],
    [1999, 'JPY', 1999],
    [1.999, 'KWD', 1999],
    [1.005, 'EUR', 101],
    [-1.005, 'EUR', -101],
    [0.5, 'JPY', 1],
    [1.0005, 'KWD', 1001],
    [0, 'EUR', 0],
  ])('%s %s is %s minor units', (amount, code, units) => {
    expect(toMinorUnits(amount, code)).toBe(units)
  })

  test('that rounds to zero is 0, not -0', () => {
    expect(roundMoney(-0.001, 'EUR')).toBe(0)
    expect(toMinorUnits(-0.001, 'EUR')).toBe(0)
  })

  test('is unchanged by a conversion to minor units and back, in any currency', () => {
    const units = fc.integer({ min: -1e12, max: 1e12 }).map(minorUnits)
    fc.assert(
      fc.property(units, fc.constantFrom(...acceptedCodes), (value, code) => {
        expect(toMinorUnits(fromMinorUnits(value, code), code)).toBe(value)
      }),
    )
  })

  test.each([
    [1990, 'eur', '19.90 EUR'],
    [-5, 'EUR', '-0.05 EUR'],
    [1990, 'jpy', '1990 JPY'],
    [1990, 'kwd', '1.990 KWD'],
  ])('%i minor units of %s are %s in a message', (units, code, text) => {
    expect(formatMoney(minorUnits(units), code)).toBe(text)
  })

  test('above the maximum is lowered to it, also below zero', () => {
    const max = toMinorUnits(maxAmount, 'eur')
    const clamp = (units: number) => clampMinorUnits(minorUnits(units), 'eur')
    expect(clamp(max + 1)).toBe(max)
    expect(clamp(-max - 1)).toBe(-max)
    expect(clamp(max)).toBe(max)
    expect(clamp(-1999)).toBe(-1999)
    expect(clamp(-0)).toBe(0)
  })

  test('in minor units adds up', () => {
    expect(sumOfUnits([1999, -5, 6].map(minorUnits))).toBe(2000)
    expect(sumOfUnits([])).toBe(0)
  })
})

/** These tests check types, so they can fail only in `npm run types`. */
describe('by their types', () => {
  test('minor units and decimal amounts are not accepted in place of each other', () => {
    expectTypeOf<number>().not.toExtend<MinorUnits>()
    expectTypeOf<DecimalAmount>().not.toExtend<MinorUnits>()
    expectTypeOf<MinorUnits>().not.toExtend<DecimalAmount>()
    expectTypeOf<number>().toExtend<DecimalAmount>()
  })

  test('sums and differences are plain numbers', () => {
    expectTypeOf(minorUnits(2) - minorUnits(1)).not.toExtend<MinorUnits>()
  })

  test('a conversion of named amounts changes their types only', () => {
    const stored = withMinorUnits({ price: 1.5, total: null, rate: 1 }, ['price', 'total'], 'eur')
    expectTypeOf(stored).toEqualTypeOf<{ price: MinorUnits; total: MinorUnits | null; rate: number }>()
    expectTypeOf(withDecimals(stored, ['price'], 'eur').price).toEqualTypeOf<DecimalAmount>()
  })
})

test('the named amounts of an object are converted; null and other fields stay', () => {
  const fields = ['price', 'total'] as const
  const object = { price: 1.005, total: null, rate: 1.005 }
  expect(withMinorUnits(object, fields, 'eur')).toEqual({ price: 101, total: null, rate: 1.005 })
  expect(withRounded(object, fields, 'eur')).toEqual({ price: 1.01, total: null, rate: 1.005 })
  expect(withDecimals({ ...object, price: minorUnits(101) }, fields, 'eur')).toEqual({ ...object, price: 1.01 })
})
