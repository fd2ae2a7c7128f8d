import { codes } from 'currency-codes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currency } from '../../lib/core/codes.ts'
import {
  clampMinorUnits,
  currencyOrDefault,
  decimalsOf,
  formatMoney,
  fromMinorUnits,
  maxAmount,
  roundMoney,
  toMinorUnits,
  withDecimals,
  withMinorUnits,
  withRounded,
} from '../../lib/core/money.ts'

/** Without funds, metals, units of account and retired codes, which this API does not accept. */
const acceptedCodes = codes().filter(code => currency.safeParse(code).success)

describe('currencies', () => {
  test('have the decimals of ISO 4217, according to an independent copy of the table', async () => {
    const { default: table } = await import('currency-codes')
    expect(acceptedCodes.length).toBeGreaterThan(150)
    for (const code of acceptedCodes)
      expect([code, decimalsOf(code)]).toEqual([code, table.code(code)?.digits])
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
    const units = fc.integer({ min: -1e12, max: 1e12 })
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
    expect(formatMoney(units, code)).toBe(text)
  })

  test('above the maximum is lowered to it, also below zero', () => {
    const max = toMinorUnits(maxAmount, 'eur')
    expect(clampMinorUnits(max + 1, 'eur')).toBe(max)
    expect(clampMinorUnits(-max - 1, 'eur')).toBe(-max)
    expect(clampMinorUnits(max, 'eur')).toBe(max)
    expect(clampMinorUnits(-1999, 'eur')).toBe(-1999)
    expect(clampMinorUnits(-0, 'eur')).toBe(0)
  })
})

test('the named amounts of an object are converted; null and other fields stay', () => {
  const fields = ['price', 'total'] as const
  const object = { price: 1.005, total: null, rate: 1.005 }
  expect(withMinorUnits(object, fields, 'eur')).toEqual({ price: 101, total: null, rate: 1.005 })
  expect(withRounded(object, fields, 'eur')).toEqual({ price: 1.01, total: null, rate: 1.005 })
  expect(withDecimals({ ...object, price: 101 }, fields, 'eur')).toEqual({ ...object, price: 1.01 })
})
