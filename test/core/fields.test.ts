import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { currency } from '../../lib/core/codes.ts'
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

const nothing = Symbol('refused')
const read = (
  shape: { safeParse: (value: unknown) => { success: boolean; data?: unknown } },
  value: unknown,
) => {
  const result = shape.safeParse(value)
  return result.success ? result.data : nothing
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
])('refuses the date %j', value => expect(read(dateTime, value)).toBe(nothing))

test.each([
  ['2026-08-30T18:17:32.8061239Z', '2026-08-30T18:17:32.8061239Z'],
  ['2026-08-30T18:17:32.8+02:00', '2026-08-30T16:17:32.8000000Z'],
  ['2026-08-30', '2026-08-30T00:00:00.0000000Z'],
  ['2026-02-30T00:00:00.0000000Z', nothing],
])('reads the time %s to the seventh place', (value, time) => expect(read(preciseDateTime, value)).toBe(time))

describe('numbers', () => {
  test.each([
    [5, 5],
    ['5', 5],
    [' -0.5 ', nothing],
    ['1e3', 1000],
    ['1E+2', 100],
    ['1.5e-1', 0.15],
    ['.5', 0.5],
    ['+.5', 0.5],
    ['5.', 5],
    ['', nothing],
    [' ', nothing],
    ['.', nothing],
    ['e5', nothing],
    ['1e', nothing],
    ['abc', nothing],
    ['0x10', nothing],
    ['Infinity', nothing],
    ['NaN', nothing],
    ['1_000', nothing],
    ['1,5', nothing],
    ['1e999', nothing],
    ['1e9999', nothing],
    ['0'.repeat(10_000), nothing],
    [`0.${'0'.repeat(10_000)}`, nothing],
    [true, nothing],
    [1.005, 1.005],
    ['0.001', 0.001],
    [0.1 + 0.2, 0.3],
    ['0.0000004', 0],
    [999_999_999_999.99, 999_999_999_999.99],
    [999_999_999_999.994, nothing],
    [-1e-9, 0],
    ['-0', 0],
    [-0.005, nothing],
    [1e300, nothing],
    [5e-324, 0],
    [1_000_000_000_000, nothing],
    [Number.POSITIVE_INFINITY, nothing],
    [Number.NaN, nothing],
    [[5], nothing],
  ])('reads the amount %j as %j', (value, answered) => expect(read(amount(), value)).toBe(answered))

  test.each([
    ['7', 7],
    ['1e2', 100],
    ['7.', 7],
    ['.5', nothing],
    [7.5, nothing],
    [-1, nothing],
    ['99999999999', nothing],
  ])('reads the whole number %j as %j', (value, answered) => expect(read(integer(), value)).toBe(answered))

  test.each([
    ['1e-1', 0.1],
    ['-1e-9', 0],
    ['.30000000000000004', 0.3],
    ['1e999', nothing],
  ])('reads the decimal %j as %j', (value, answered) =>
    expect(read(decimal({ min: 0, max: 100 }), value)).toBe(answered),
  )

  test('every number as JavaScript writes it is read as that number', () => {
    const written = fc.double({ noDefaultInfinity: true, noNaN: true, min: -100, max: 100 })
    fc.assert(
      fc.property(written, number => {
        const shape = decimal({ min: -100, max: 100 })
        expect(read(shape, String(number))).toBe(read(shape, number))
      }),
    )
  })

  test('keeps amounts of up to three decimals unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_990 }), thousandths => {
        const written = `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`
        expect(read(amount(), written)).toBe(Number(written))
        expect(read(amount(), Number(written))).toBe(Number(written))
      }),
    )
  })
})

test.each([
  ['true', true],
  ['FALSE', false],
  [true, true],
  ['yes', nothing],
  [1, nothing],
  ['', nothing],
])('reads the flag %j as %j', (value, answered) => expect(read(boolean, value)).toBe(answered))

test.each([
  ['fixedamount', 'FixedAmount'],
  [' FIXEDAMOUNT ', 'FixedAmount'],
  ['fixed amount', nothing],
  [0, nothing],
])('reads the choice %j as %j', (value, answered) =>
  expect(read(caseInsensitiveEnum(['FixedAmount', 'Rate']), value)).toBe(answered),
)

test.each([
  ['01980000-0000-7000-8000-00000D15C001', '01980000-0000-7000-8000-00000d15c001'],
  ['{01980000-0000-7000-8000-00000d15c001}', nothing],
  ['0198000000007000800000000d15c001', nothing],
])('reads the GUID %s as %j', (value, answered) => expect(read(guid, value)).toBe(answered))

test.each([
  ['line breaks and tabs', 'a\nb\tc\r'],
  ['Japanese', '日本語'],
  ['a family in one emoji', '👩‍👩‍👧'],
  ['an accent of its own', 'é'.normalize('NFD')],
  ['Hebrew and Arabic', 'שלום, مرحبا'],
  ['the marks that place a full stop in them', 'שלום\u200f. مرحبا\u061c!\u200e'],
  ['Persian with its non-joiner', 'می\u200cخواهم'],
  ['a soft hyphen', 'Donau\u00addampf'],
  ['a space that does not break', '10\u00a0%'],
])('keeps %s', (_, kept) => expect(read(nonBlank(), kept)).toBe(kept))

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
])('refuses %j, which a table would not give back or which looks like another text', refused =>
  expect(read(text(), refused)).toBe(nothing),
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
])('takes %j for empty', value => {
  expect(read(nonBlank(), value)).toBe(nothing)
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
    ['HRK', nothing],
    ['BGN', nothing],
    ['SLL', nothing],
    ['ANG', nothing],
    ['CUC', nothing],
    ['ZWL', nothing],
    ['XAU', nothing],
    ['XTS', nothing],
    ['CLF', nothing],
    ['EU', nothing],
    ['', nothing],
    [' ', nothing],
    [978, nothing],
  ])('reads %j as %j', (value, answered) => expect(read(currency, value)).toBe(answered))

  const funds = 'BOV CHE CHW CLF COU MXV USN UYI UYW XAD XDR XSU XUA'
  const others = 'XAG XAU XPD XPT XBA XBB XBC XBD XTS XXX'

  test('are those of the standard, as Zod has it, without funds, metals and codes for tests', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap(a => letters.flatMap(b => letters.map(c => a + b + c)))
    const listed = codes.filter(code => z.regexes.currencyCode.test(code))
    const ours = codes.filter(code => read(currency, code) === code)
    expect(listed.filter(code => !ours.includes(code)).join(' ')).toBe(
      `${funds} ${others}`.split(' ').toSorted().join(' '),
    )
    expect(ours.filter(code => !listed.includes(code))).toEqual([])
  })
})

test('whatever comes in, reading what was read changes nothing', () => {
  const shapes = [
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
    currency,
  ]
  const anything = fc.oneof(
    fc.anything(),
    fc.date({ noInvalidDate: true }).map(String),
    fc.double().map(String),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...shapes), anything, (shape, value) => {
      const once = read(shape, value)
      if (once !== nothing) expect(read(shape, once)).toEqual(once)
    }),
  )
})
