import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  amount,
  boolean,
  caseInsensitiveEnum,
  dateTime,
  dateTimeOrEndOfDay,
  decimal,
  guid,
  integer,
  nonBlank,
  preciseDateTime,
  text,
} from '../../lib/core/fields.ts'
import { currencyCode } from '../../lib/core/iso-codes.ts'

const invalid = Symbol('invalid')
const read = (schema: { safeParse: (value: unknown) => { success: boolean; data?: unknown } }, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? result.data : invalid
}

test.each([
  ['2026-08-30', '2026-08-30T00:00:00.000Z', '2026-08-30T23:59:59.999Z'],
  ['2026-08-30T18:17', '2026-08-30T18:17:00.000Z'],
  ['2026-08-30T18:17:32', '2026-08-30T18:17:32.000Z'],
  ['2026-08-30T18:17:32.8061239Z', '2026-08-30T18:17:32.806Z'],
  ['2026-08-30T18:17:32.8Z', '2026-08-30T18:17:32.800Z'],
  ['2026-08-30t18:17:32z', '2026-08-30T18:17:32.000Z'],
  ['2026-08-30T18:17:32+02:00', '2026-08-30T16:17:32.000Z'],
  ['2026-08-30T18:17:32-0330', '2026-08-30T21:47:32.000Z'],
  ['2026-08-30T18:17:32+02', '2026-08-30T16:17:32.000Z'],
  ['2026-08-30T18:17:32 02:00', '2026-08-30T16:17:32.000Z'],
  ['2026-08-30T18:17:32.806 0200', '2026-08-30T16:17:32.806Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
  [' 2026-08-30T18:17Z ', '2026-08-30T18:17:00.000Z'],
])('reads the date %s', (value, first, last = first) => {
  expect(read(dateTime, value)).toBe(first)
  expect(read(dateTimeOrEndOfDay, value)).toBe(last)
})

test.each([
  '',
  'today',
  '2026',
  '2026-08',
  '2026-13-01',
  '2026-02-29',
  '2026-08-30T25:00',
  '2026-08-30T18:61Z',
  '2026-08-30T18:17:32.12345678Z',
  '2026-08-30T18:17:3202:00',
  '30.08.2026',
  '9999-12-31T23:59:59-14:00',
  1_767_225_600,
  null,
])('rejects the date %j', value => expect(read(dateTime, value)).toBe(invalid))

test.each([
  ['2026-08-30T18:17:32.8061239Z', '2026-08-30T18:17:32.8061239Z'],
  ['2026-08-30T18:17:32.8+02:00', '2026-08-30T16:17:32.8000000Z'],
  ['2026-08-30', '2026-08-30T00:00:00.0000000Z'],
  ['2026-02-30T00:00:00.0000000Z', invalid],
])('reads the time %s with seven decimals', (value, time) => expect(read(preciseDateTime, value)).toBe(time))

describe('numbers', () => {
  test.each([
    [5, 5],
    ['5', 5],
    [' -0.5 ', invalid],
    ['1e3', 1000],
    ['1E+2', 100],
    ['1.5e-1', 0.15],
    ['.5', 0.5],
    ['+.5', 0.5],
    ['5.', 5],
    ['', invalid],
    [' ', invalid],
    ['.', invalid],
    ['e5', invalid],
    ['1e', invalid],
    ['abc', invalid],
    ['0x10', invalid],
    ['Infinity', invalid],
    ['NaN', invalid],
    ['1_000', invalid],
    ['1,5', invalid],
    ['1e999', invalid],
    ['1e9999', invalid],
    ['0'.repeat(10_000), invalid],
    [`0.${'0'.repeat(10_000)}`, invalid],
    [true, invalid],
    [1.005, 1.005],
    ['0.001', 0.001],
    [0.1 + 0.2, 0.3],
    ['0.0000004', 0],
    [999_999_999_999.99, 999_999_999_999.99],
    [999_999_999_999.994, invalid],
    [-1e-9, 0],
    ['-0', 0],
    [-0.005, invalid],
    [1e300, invalid],
    [5e-324, 0],
    [1_000_000_000_000, invalid],
    [Number.POSITIVE_INFINITY, invalid],
    [Number.NaN, invalid],
    [[5], invalid],
  ])('reads the amount %j as %j', (value, expected) => expect(read(amount(), value)).toBe(expected))

  test.each([
    ['7', 7],
    ['1e2', 100],
    ['7.', 7],
    ['.5', invalid],
    [7.5, invalid],
    [-1, invalid],
    ['99999999999', invalid],
  ])('reads the integer %j as %j', (value, expected) => expect(read(integer(), value)).toBe(expected))

  test.each([
    ['1e-1', 0.1],
    ['-1e-9', 0],
    ['.30000000000000004', 0.3],
    ['1e999', invalid],
  ])('reads the decimal %j as %j', (value, expected) =>
    expect(read(decimal({ min: 0, max: 100 }), value)).toBe(expected),
  )

  test('a number in the notation of JavaScript is read as the same number', () => {
    const numbers = fc.double({ noDefaultInfinity: true, noNaN: true, min: -100, max: 100 })
    fc.assert(
      fc.property(numbers, number => {
        const schema = decimal({ min: -100, max: 100 })
        expect(read(schema, String(number))).toBe(read(schema, number))
      }),
    )
  })

  test('keeps amounts of up to three decimals unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_990 }), thousandths => {
        const decimalText = `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`
        expect(read(amount(), decimalText)).toBe(Number(decimalText))
        expect(read(amount(), Number(decimalText))).toBe(Number(decimalText))
      }),
    )
  })
})

test.each([
  ['true', true],
  ['FALSE', false],
  [true, true],
  [1, true],
  [0, false],
  ['1', true],
  [' 0 ', false],
  ['yes', invalid],
  [2, invalid],
  ['01', invalid],
  ['', invalid],
  [{ toString: 1 }, invalid],
  [[1], invalid],
])('reads the boolean %j as %j', (value, expected) => expect(read(boolean, value)).toBe(expected))

test.each([
  ['fixedamount', 'FixedAmount'],
  [' FIXEDAMOUNT ', 'FixedAmount'],
  ['fixed amount', invalid],
  [0, invalid],
])('reads the enumeration value %j as %j', (value, expected) =>
  expect(read(caseInsensitiveEnum(['FixedAmount', 'Rate']), value)).toBe(expected),
)

test.each([
  ['01980000-0000-7000-8000-00000D15C001', '01980000-0000-7000-8000-00000d15c001'],
  ['{01980000-0000-7000-8000-00000d15c001}', invalid],
  ['0198000000007000800000000d15c001', invalid],
])('reads the GUID %s as %j', (value, expected) => expect(read(guid, value)).toBe(expected))

test.each([
  ['line breaks and tabs', 'a\nb\tc\r'],
  ['Japanese', '日本語'],
  ['an emoji of several code points', '👩‍👩‍👧'],
  ['a combining accent', 'é'.normalize('NFD')],
  ['Hebrew and Arabic', 'שלום, مرحبا'],
  ['directional marks', 'שלום\u200f. مرحبا\u061c!\u200e'],
  ['Persian with a zero-width non-joiner', 'می\u200cخواهم'],
  ['a soft hyphen', 'Donau\u00addampf'],
  ['a non-breaking space', '10\u00a0%'],
])('keeps %s', (_, value) => expect(read(nonBlank(), value)).toBe(value))

test.each([
  '\u0000',
  'a\u001b[31m',
  'a\u007f',
  'a\u0080',
  'a\u0085b',
  'a\u009f',
  'a\u202ab',
  'a\u202egnp.exe',
  'a\u2066b',
  'a\u2069b',
  '\ud83d',
  '\udc69a',
])('rejects %j: control characters, text-direction overrides and invalid Unicode', value =>
  expect(read(text(), value)).toBe(invalid),
)

test.each([
  '',
  ' ',
  '\t\n',
  '\u00a0\u3000',
  '\u200b',
  '\ufeff',
  '\u2060',
  '\u00ad',
  '\u200d',
  '\u200e',
  '\ufe0f',
  '\u3164',
  '\u034f',
  '\u2800',
  '\u2028',
  '\u{e0041}',
  ' \u200b\ufeff ',
])('treats %j as empty', value => {
  expect(read(nonBlank(), value)).toBe(invalid)
  expect(read(nonBlank(), `${value}a`)).toBe(`${value}a`)
})

describe('currencies', () => {
  test.each([
    ['EUR', 'EUR'],
    [' usd ', 'USD'],
    ['SLE', 'SLE'],
    ['ZWG', 'ZWG'],
    ['XCG', 'XCG'],
    ['XOF', 'XOF'],
    ['HRK', invalid],
    ['BGN', invalid],
    ['SLL', invalid],
    ['ANG', invalid],
    ['CUC', invalid],
    ['ZWL', invalid],
    ['XAU', invalid],
    ['XTS', invalid],
    ['CLF', invalid],
    ['EU', invalid],
    ['', invalid],
    [' ', invalid],
    [978, invalid],
  ])('reads %j as %j', (value, expected) => expect(read(currencyCode, value)).toBe(expected))

  const funds = 'BOV CHE CHW CLF COU MXV USN UYI UYW XAD XDR XSU XUA'
  const others = 'XAG XAU XPD XPT XBA XBB XBC XBD XTS XXX'

  test('are the ISO 4217 codes of Zod, without funds, metals and test codes', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap(a => letters.flatMap(b => letters.map(c => a + b + c)))
    const zodCodes = codes.filter(code => z.regexes.currencyCode.test(code))
    const ownCodes = codes.filter(code => read(currencyCode, code) === code)
    expect(zodCodes.filter(code => !ownCodes.includes(code)).join(' ')).toBe(
      `${funds} ${others}`.split(' ').toSorted().join(' '),
    )
    expect(ownCodes.filter(code => !zodCodes.includes(code))).toEqual([])
  })
})

test('reading a value that was read before does not change it', () => {
  const schemas = [
    amount(),
    integer(),
    decimal({ min: -100, max: 100 }),
    boolean,
    caseInsensitiveEnum(['A', 'b']),
    guid,
    dateTime,
    dateTimeOrEndOfDay,
    preciseDateTime,
    text(),
    nonBlank(),
    currencyCode,
  ]
  const anything = fc.oneof(
    fc.anything(),
    fc.date({ noInvalidDate: true }).map(String),
    fc.double().map(String),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...schemas), anything, (schema, value) => {
      const parsed = read(schema, value)
      if (parsed !== invalid) expect(read(schema, parsed)).toEqual(parsed)
    }),
  )
})
