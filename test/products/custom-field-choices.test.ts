/** Tests the choices of a custom field. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choiceNameOf, choiceNamesIn, choicesIn, priceAdjustmentOf } from '../../lib/products/custom-field-choices.ts'
import { cpuMilliseconds } from '../support/cpu-time.ts'

describe('choices', () => {
  test.each<[string | null, [name: string, adjustment: number | null][]]>([
    [
      'Small|Medium[+2.00]|Large[-1.50]',
      [
        ['Small', null],
        ['Medium', 2],
        ['Large', -1.5],
      ],
    ],
    [
      ' Small | Medium [ +2.00 ] |Large[- 1.5]',
      [
        ['Small', null],
        ['Medium', 2],
        ['Large', -1.5],
      ],
    ],
    ['One', [['One', null]]],
    ['One[2]', [['One', 2]]],
    ['One[+.5]', [['One', 0.5]]],
    ['One[+5.]', [['One', 5]]],
    ['One[+0.005]', [['One', 0.005]]],
    ['One[+0.00]', [['One', 0]]],
    ['One[-0]', [['One', 0]]],
    ['One[]', [['One[]', null]]],
    ['One[blue]', [['One[blue]', null]]],
    ['One[blue][+1]', [['One[blue]', 1]]],
    ['One[+1][blue]', [['One[+1][blue]', null]]],
    ['One[+1] new', [['One[+1] new', null]]],
    ['One[+10%]', [['One[+10%]', null]]],
    ['One[1,50]', [['One[1,50]', null]]],
    ['One[1e3]', [['One[1e3]', null]]],
    ['One[+-1]', [['One[+-1]', null]]],
    ['One[+1234567890]', [['One[+1234567890]', null]]],
    ['One[+1', [['One[+1', null]]],
    ['One[+12', [['One[+12', null]]],
    ['One+1]', [['One+1]', null]]],
    [
      'a||b|',
      [
        ['a', null],
        ['b', null],
      ],
    ],
    ['[+1.00]', []],
    ['|', []],
    ['', []],
    [null, []],
    [
      'Größe 42½[+1]|小',
      [
        ['Größe 42½', 1],
        ['小', null],
      ],
    ],
  ])('%j', (options, choices) => {
    expect(choicesIn(options).map(({ name, adjustment }) => [name, adjustment])).toEqual(choices)
  })
})

describe('the price adjustment of the current value', () => {
  const options = 'Small|Medium[+2.00]|Large[-1.50]|Gift[+0.00]'
  test.each<[value: string | null, operation: number]>([
    ['Small', 0],
    ['Medium', 2],
    [' Medium[+2.00] ', 2],
    ['Medium[+9.00]', 2],
    ['Large', -1.5],
    ['Gift', 0],
    ['medium', 0],
    ['Huge', 0],
    ['', 0],
    [null, 0],
  ])('%j', (value, operation) => {
    expect(priceAdjustmentOf({ options, value }, 'EUR')).toBe(operation)
  })

  test('is 0 without choices', () => {
    expect(priceAdjustmentOf({ options: null, value: 'Medium' }, 'EUR')).toBe(0)
    expect(priceAdjustmentOf({ options: '', value: 'Medium' }, 'EUR')).toBe(0)
  })
})

test.each([
  ['JPY', 2],
  ['EUR', 1.51],
  ['KWD', 1.505],
])('an adjustment has the decimals of %s', (currency, operation) => {
  expect(priceAdjustmentOf({ options: 'M[+1.505]', value: 'M' }, currency)).toBe(operation)
})

describe('for any text', () => {
  const syntax = fc.string({
    unit: fc.constantFrom('a', ' ', '|', '[', ']', '+', '-', '.', '1', '0', 'é', '\n'),
    maxLength: 60,
  })
  const anyText = fc.oneof(syntax, fc.string({ unit: 'binary' }))
  const name = fc
    .string({ unit: fc.constantFrom('a', 'B', ' ', '1', '+'), minLength: 1 })
    .filter(text => text.trim() !== '')
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 })

  test('every choice has a trimmed name', () => {
    fc.assert(
      fc.property(anyText, anyText, (options, value) => {
        for (const choice of choicesIn(options)) {
          expect(choice.name).toBe(choice.name.trim())
          expect(choice.name).not.toBe('')
          expect(choice.name).not.toContain('|')
          expect(options).toContain(choice.name)
        }
        const operation = priceAdjustmentOf({ options, value }, 'EUR')
        expect(Number.isFinite(operation) && !Object.is(operation, -0)).toBe(true)
      }),
    )
  })

  test('parses the names and price adjustments of choices', () => {
    const choice = fc.record({ name: name.map(text => text.trim()), cents: fc.option(cents) })
    fc.assert(
      fc.property(fc.uniqueArray(choice, { selector: ({ name }) => name }), choices => {
        const texts = choices.map(({ name, cents }) =>
          cents === null ? name : `${name}[${cents < 0 ? '-' : '+'}${(Math.abs(cents) / 100).toFixed(2)}]`,
        )
        const options = texts.join('|')
        expect(choiceNamesIn(options)).toEqual(choices.map(({ name }) => name))
        expect(texts.map(choiceNameOf)).toEqual(choices.map(({ name }) => name))
        for (const [n, { name, cents }] of choices.entries())
          for (const value of [name, texts[n]!])
            expect(priceAdjustmentOf({ options, value }, 'EUR')).toBe((cents ?? 0) / 100)
      }),
    )
  })

  test('parses long texts quickly', () => {
    const start = cpuMilliseconds()
    for (const part of [' ', '[', ']', 'a [', '[1', '1', '[ 1 ]'])
      expect(choicesIn(part.repeat(200_000)).length).toBeLessThanOrEqual(1)
    expect(cpuMilliseconds() - start).toBeLessThan(3000)
  })
})
