/** Tests how a store changes the inventory of a product. */

import { describe, expect, test } from 'vitest'
import { type Inventory, inventoryAfterChange } from '../../lib/products/inventory.ts'
import type { ProductChange } from '../../lib/products/schemas.ts'

const sizes = [{ name: 'Size', options: 'S|M' }]
const variation = (option: string) => [{ name: 'Size', option }]
const sent = (option: string, stock?: number) => ({
  variation: variation(option),
  ...(stock !== undefined && { stock }),
})
const stored = (option: string, stock: number, allowOutOfStockPurchases = false) => ({
  variation: variation(option),
  stock,
  allowOutOfStockPurchases,
})

const disabled: Inventory = { method: 'Disabled' }
const single = (stock: number, allowOutOfStockPurchases = false): Inventory => ({
  method: 'Single',
  stock,
  allowOutOfStockPurchases,
})
const withVariants = (variants: ReturnType<typeof stored>[], allowOutOfStockPurchases = false): Inventory => ({
  method: 'Variant',
  variants,
  allowOutOfStockPurchases,
})

const change = (current: Inventory | undefined, wanted: ProductChange, dropdowns = sizes) =>
  inventoryAfterChange({ current, wanted, dropdowns })

describe.each<[string, Inventory | undefined]>([
  ['not configured', undefined],
  ['Disabled', disabled],
])('an inventory that is %s', (_, current) => {
  test.each<[string, ProductChange, Inventory | undefined]>([
    ['stays so without a stock', { allowOutOfStockPurchases: true }, current],
    ['stays so with nulls', { stock: null, variants: null }, current],
    ['becomes Single with a stock', { stock: 5 }, single(5)],
    ['becomes Single with a stock of 0', { stock: 0 }, single(0)],
    ['becomes Variant with variants', { variants: [sent('S', 5)] }, withVariants([stored('S', 5)])],
    ['becomes Single with a stock of 0 by the method', { inventoryManagementMethod: 'Single' }, single(0)],
    ['becomes Variant without variants by the method', { inventoryManagementMethod: 'Variant' }, withVariants([])],
    ['becomes Disabled by the method', { inventoryManagementMethod: 'Disabled' }, disabled],
  ])('%s', (_, wanted, expected) => {
    expect(change(current, wanted)).toEqual(expected)
  })

  test('cannot be both Single and Variant', () => {
    expect(() => change(current, { stock: 5, variants: [] })).toThrow(
      'inventoryManagementMethod is required with both stock and variants.',
    )
  })
})

describe('a change without a method', () => {
  test.each<[string, Inventory, ProductChange, Inventory]>([
    ['keeps the stock', single(5, true), {}, single(5, true)],
    ['sets the stock', single(5), { stock: 3 }, single(3)],
    ['sets out-of-stock purchases', single(-5, true), { allowOutOfStockPurchases: false }, single(-5)],
    ['keeps the variants', withVariants([stored('S', 5)], true), {}, withVariants([stored('S', 5)], true)],
    [
      'changes and adds variants',
      withVariants([stored('S', 5)]),
      { variants: [sent('S', 3), sent('M', 1)] },
      withVariants([stored('S', 3), stored('M', 1)]),
    ],
  ])('%s', (_, current, wanted, expected) => {
    expect(change(current, wanted)).toEqual(expected)
  })

  test('rejects the stock of the other method', () => {
    expect(() => change(withVariants([]), { stock: 5 })).toThrow(
      'stock requires the inventoryManagementMethod Single, but the product has Variant.',
    )
    expect(() => change(single(5), { variants: [] })).toThrow(
      'variants requires the inventoryManagementMethod Variant, but the product has Single.',
    )
  })

  test('accepts nulls for the stock of the other method', () => {
    expect(change(withVariants([]), { stock: null, variants: [] })).toEqual(withVariants([]))
    expect(change(single(5), { variants: null, stock: 6 })).toEqual(single(6))
  })

  test('changes variants although the product has lost its dropdown fields', () => {
    const current = withVariants([stored('S', 5)])
    expect(change(current, { variants: [sent('S', 3)] }, [])).toEqual(withVariants([stored('S', 3)]))
  })
})

describe('a change with a method', () => {
  test.each<[string, Inventory, ProductChange, Inventory]>([
    [
      'ignores the stock of the other methods',
      single(5),
      { inventoryManagementMethod: 'Single', stock: 3, variants: [sent('S', 1)] },
      single(3),
    ],
    [
      'ignores all stock if it is Disabled',
      single(5),
      { inventoryManagementMethod: 'Disabled', stock: -3, variants: [sent('L')] },
      disabled,
    ],
    [
      'drops the stock of the previous method, but not out-of-stock purchases',
      single(5, true),
      { inventoryManagementMethod: 'Variant', variants: [sent('S', 1)] },
      withVariants([stored('S', 1, true)], true),
    ],
    [
      'drops the variants of the previous method',
      withVariants([stored('S', 5)]),
      { inventoryManagementMethod: 'Single' },
      single(0),
    ],
    [
      'keeps the stock of the same method',
      withVariants([stored('S', 5)]),
      { inventoryManagementMethod: 'Variant' },
      withVariants([stored('S', 5)]),
    ],
  ])('%s', (_, current, wanted, expected) => {
    expect(change(current, wanted)).toEqual(expected)
  })

  test('Variant requires dropdown fields', () => {
    const message = 'inventoryManagementMethod must not be Variant: the product has no dropdown fields.'
    const wanted = { inventoryManagementMethod: 'Variant' } as const
    expect(() => change(undefined, wanted, [])).toThrow(message)
    expect(() => change(withVariants([stored('S', 5)]), wanted, [])).toThrow(message)
    expect(() => change(undefined, { variants: [] }, [])).toThrow(message)
  })
})

describe('a negative stock', () => {
  test('is rejected without out-of-stock purchases', () => {
    const message = 'stock must be at least 0 unless allowOutOfStockPurchases is true.'
    expect(() => change(undefined, { stock: -1 })).toThrow(message)
    expect(() => change(single(5, true), { stock: -1, allowOutOfStockPurchases: false })).toThrow(message)
  })

  test('is accepted with out-of-stock purchases, as sent or as set before', () => {
    expect(change(undefined, { stock: -1, allowOutOfStockPurchases: true })).toEqual(single(-1, true))
    expect(change(single(5, true), { stock: -1 })).toEqual(single(-1, true))
  })
})
