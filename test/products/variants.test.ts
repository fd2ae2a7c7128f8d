import { describe, expect, test } from 'vitest'
import type { FieldErrors } from '../../lib/core/problem.ts'
import {
  createBoughtVariantFinder,
  requireVariantsSize,
  type Variant,
  variantsAfterChange,
} from '../../lib/products/variants.ts'

type Sent = Parameters<typeof variantsAfterChange>[1][number]

/** Returns the choices in a text such as `S/Red`. */
const variationOf = (choices: string) =>
  choices.split('/').map((option, n) => ({ name: ['Size', 'Colour'][n]!, option }))
const stored = (choices: string, stock: number, allowOutOfStockPurchases = false): Variant => ({
  variation: variationOf(choices),
  stock,
  allowOutOfStockPurchases,
})
const sent = (choices: string, fields: Partial<Sent> = {}): Sent => ({ variation: variationOf(choices), ...fields })

const size = { name: 'Size', options: 'S|M[+2.00]|L' }
const colour = { name: 'Colour', options: 'Red|Blue' }
const merge = (
  before: Variant[],
  variants: Sent[],
  { dropdowns = [size, colour], allowOutOfStockPurchases = false } = {},
) => variantsAfterChange(before, variants, { dropdowns, allowOutOfStockPurchases })

describe('sent variants', () => {
  test('change those of the same choices, and the others stay', () => {
    const before = [stored('S/Red', 1), stored('M/Red', 2, true)]
    const after = merge(before, [sent('M/Red', { stock: 7 }), sent('L/Blue', { stock: 3 })])
    expect(after).toEqual([stored('S/Red', 1), stored('M/Red', 7, true), stored('L/Blue', 3)])
  })

  test('have the same choices in any order, and with or without adjustments of the price', () => {
    const reversed = { variation: variationOf('M[+2.00]/Red').toReversed(), stock: 7 }
    expect(merge([stored('M/Red', 2)], [reversed])).toEqual([
      { ...stored('M/Red', 7), variation: variationOf('M/Red').toReversed() },
    ])
  })

  test('keep the stock and out-of-stock purchases that are not sent', () => {
    expect(merge([stored('S/Red', 4, true)], [sent('S/Red', { stock: null })])).toEqual([stored('S/Red', 4, true)])
    expect(merge([stored('S/Red', 4, true)], [sent('S/Red', { allowOutOfStockPurchases: false })])).toEqual([
      stored('S/Red', 4),
    ])
  })

  test('have no stock and the setting of the product by default', () => {
    expect(merge([], [sent('S/Red')])).toEqual([stored('S/Red', 0)])
    expect(merge([], [sent('S/Red')], { allowOutOfStockPurchases: true })).toEqual([stored('S/Red', 0, true)])
  })

  const incomplete = 'must name each of the dropdown fields once: Size, Colour'
  const belowZero = 'must be at least 0 unless allowOutOfStockPurchases is true'

  test.each<[string, Sent[], FieldErrors]>([
    ['too few choices', [sent('S')], { 'variants[0].variation': [incomplete] }],
    [
      'a field twice',
      [{ variation: [...variationOf('S'), ...variationOf('M')] }],
      { 'variants[0].variation': [incomplete] },
    ],
    [
      'too many choices',
      [{ variation: [...variationOf('S/Red'), { name: 'Size', option: 'M' }] }],
      { 'variants[0].variation': [incomplete] },
    ],
    ['a wrong choice', [sent('S/Green')], { 'variants[0].variation': ['"Green" is not a choice of Colour'] }],
    ['a choice of another field', [sent('Red/S')], { 'variants[0].variation': ['"Red" is not a choice of Size'] }],
    ['a duplicate', [sent('S/Red'), sent('S/Red')], { 'variants[1].variation': ['is a duplicate'] }],
    ['a duplicate of an existing one', [sent('M/Red'), sent('M/Red')], { 'variants[1].variation': ['is a duplicate'] }],
    ['a negative stock', [sent('S/Red', { stock: -1 })], { 'variants[0].stock': [belowZero] }],
    [
      'faults of several variants, which are reported together',
      [sent('S/Red'), sent('S', { stock: -1 })],
      { 'variants[1].variation': [incomplete], 'variants[1].stock': [belowZero] },
    ],
  ])('are rejected with %s', (_, variants, errors) => {
    expect(() => merge([stored('M/Red', 2)], variants)).toThrow(
      expect.objectContaining({ code: 'validation_failed', errors }),
    )
  })

  test('may have a negative stock with out-of-stock purchases', () => {
    const allowed = sent('S/Red', { stock: -1, allowOutOfStockPurchases: true })
    expect(merge([], [allowed])).toEqual([stored('S/Red', -1, true)])
    expect(merge([stored('S/Red', 4, true)], [sent('S/Red', { stock: -1 })])).toEqual([stored('S/Red', -1, true)])
  })

  test('may have choices that the product has lost, if they exist already', () => {
    const dropdowns = [{ name: 'Material', options: 'Wool' }]
    const before = [stored('S/Red', 1)]
    expect(merge(before, [sent('S/Red', { stock: 5 })], { dropdowns })).toEqual([stored('S/Red', 5)])
    expect(merge(before, [sent('S/Red', { stock: 5 })], { dropdowns: [] })).toEqual([stored('S/Red', 5)])
  })

  test('must not be new when the product has no dropdown fields', () => {
    const variants = [sent('S/Red', { stock: 5 }), sent('M/Red')]
    expect(() => merge([stored('S/Red', 1)], variants, { dropdowns: [] })).toThrow(
      'inventoryManagementMethod must not be Variant: the product has no dropdown fields.',
    )
  })

  test('of a field without options are rejected', () => {
    const dropdowns = [{ name: 'Size', options: null as never }]
    expect(() => merge([], [sent('S')], { dropdowns })).toThrow('"S" is not a choice of Size.')
  })
})

test('variants have at most 150 KB in total', () => {
  const sized = (bytes: number) => {
    const empty = [stored('', 0)]
    return [stored('x'.repeat(bytes - JSON.stringify(empty).length), 0)]
  }
  const largest = sized(150 * 1024)
  expect(requireVariantsSize(largest)).toBe(largest)
  expect(() => requireVariantsSize(sized(150 * 1024 + 1))).toThrow('variants must not exceed 150 KB in total.')
})

describe('what was bought is', () => {
  const find = createBoughtVariantFinder(['M', 'S/Red', 'S/Red', 'S'].map((choices, n) => stored(choices, n)))
  const fieldsOf = (choices: string) => variationOf(choices).map(({ name, option }) => ({ name, value: option }))

  test.each([
    ['the newest of the variants with the most choices', 'S/Red', 2],
    ['a variant with fewer choices, if no other matches', 'S/Blue', 3],
    ['a variant whose price is adjusted', 'M[+2.00]/Red', 0],
    ['no variant, if none matches', 'L/Red', undefined],
  ])('%s', (_, choices, stock) => {
    expect(find(fieldsOf(choices))?.stock).toBe(stock)
  })

  test('no variant without custom fields', () => {
    expect(find([])).toBeUndefined()
    expect(find([{ name: null, value: null }])).toBeUndefined()
  })
})
