import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount, choice, endOfTime, flag, guid, startOfTime, text, whole } from '../../lib/kit/wire.ts'

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
  ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
  [' 2026-08-30T18:17Z ', '2026-08-30T18:17:00.000Z'],
])('reads the date %s', (value, first, last = first) => {
  expect(read(startOfTime, value)).toBe(first)
  expect(read(endOfTime, value)).toBe(last)
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
  '30.08.2026',
  '9999-12-31T23:59:59-14:00',
  1_767_225_600,
  null,
])('refuses the date %j', value => expect(read(startOfTime, value)).toBe(nothing))

describe('numbers', () => {
  test.each([
    [5, 5],
    ['5', 5],
    [' -0.5 ', nothing],
    ['1e3', nothing],
    ['', nothing],
    [true, nothing],
    [1.005, 1.01],
    [0.1 + 0.2, 0.3],
    ['0.004', 0],
    [999_999_999_999.99, 999_999_999_999.99],
    [1_000_000_000_000, nothing],
    [Number.POSITIVE_INFINITY, nothing],
    [Number.NaN, nothing],
    [[5], nothing],
  ])('reads the amount %j as %j', (value, answered) => expect(read(amount(), value)).toBe(answered))

  test.each([
    ['7', 7],
    [7.5, nothing],
    [-1, nothing],
    ['99999999999', nothing],
  ])('reads the whole number %j as %j', (value, answered) => expect(read(whole(), value)).toBe(answered))

  test('every amount in cents comes back as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), cents => {
        const written = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
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
])('reads the flag %j as %j', (value, answered) => expect(read(flag, value)).toBe(answered))

test.each([
  ['fixedamount', 'FixedAmount'],
  [' FIXEDAMOUNT ', 'FixedAmount'],
  ['fixed amount', nothing],
  [0, nothing],
])('reads the choice %j as %j', (value, answered) =>
  expect(read(choice(['FixedAmount', 'Rate']), value)).toBe(answered),
)

test.each([
  ['01980000-0000-7000-8000-00000D15C001', '01980000-0000-7000-8000-00000d15c001'],
  ['{01980000-0000-7000-8000-00000d15c001}', nothing],
  ['0198000000007000800000000d15c001', nothing],
])('reads the GUID %s as %j', (value, answered) => expect(read(guid, value)).toBe(answered))

test('keeps line breaks, tabs, emoji and every script, and refuses what a table would not give back', () => {
  for (const kept of ['a\nb\tc\r', '日本語', '👩‍👩‍👧', 'é'.normalize('NFD')])
    expect(read(text(), kept)).toBe(kept)
  for (const refused of ['\u0000', 'a\u001b[31m', '\ud83d', '\udc69a'])
    expect(read(text(), refused)).toBe(nothing)
})

test('whatever comes in, reading what was read changes nothing', () => {
  const shapes = [amount(), whole(), flag, choice(['A', 'b']), guid, startOfTime, endOfTime, text()]
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
