/** Tests how a sale reduces the inventory, and when a product is archived. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StockLine } from '../../lib/orders/index.ts'
import {
  type Inventory,
  inventoryAfterChange,
  inventoryAfterSale,
  isOversold,
  tracksStock,
} from '../../lib/products/inventory.ts'
import { isArchived } from '../../lib/products/rules.ts'

const single = (stock: number, allowOutOfStockPurchases = false): Inventory => ({
  method: 'Single',
  stock,
  allowOutOfStockPurchases,
})
const variants = (stocks: Record<string, number>, allowOutOfStockPurchases = false): Inventory => ({
  method: 'Variant',
  allowOutOfStockPurchases: false,
  variants: Object.entries(stocks).map(([option, stock]) => ({
    variation: [{ name: 'Size', option }],
    stock,
    allowOutOfStockPurchases,
  })),
})
const disabled: Inventory = { method: 'Disabled' }
const line = (quantity: number, value: string | null = null, name = 'Size'): StockLine => ({
  quantity,
  customFields: [{ name, value }],
})

test.each<[string, Inventory, StockLine[], Inventory]>([
  ['a single stock by all lines', single(5), [line(2, 'S'), line(1)], single(2)],
  ['a stock below zero', single(1), [line(3)], single(-2)],
  ['nothing without lines', single(5), [], single(5)],
  ['a disabled stock', disabled, [line(3)], disabled],
  ['the variant of the line', variants({ S: 5, M: 5 }), [line(2, 'M')], variants({ S: 5, M: 3 })],
  [
    'a choice with a price adjustment',
    variants({ S: 5, 'M[+2.00]': 5 }),
    [line(2, 'M')],
    variants({ S: 5, 'M[+2.00]': 3 }),
  ],
  ['a value with a price adjustment', variants({ S: 5, M: 5 }), [line(2, 'M [-0.50]')], variants({ S: 5, M: 3 })],
  [
    'a choice with other brackets in its name',
    variants({ '[M] wide': 5 }),
    [line(1, '[M] wide[+1]')],
    variants({ '[M] wide': 4 }),
  ],
  ['nothing for the same value of another field', variants({ S: 5 }), [line(2, 'S', 'Colour')], variants({ S: 5 })],
  ['nothing without a value', variants({ S: 5 }), [line(2)], variants({ S: 5 })],
  [
    'lines of several variants',
    variants({ S: 5, M: 5 }),
    [line(1, 'S'), line(2, 'M'), line(3, 'S')],
    variants({ S: 1, M: 3 }),
  ],
])('a sale reduces the stock: %s', (_, before, lines, after) => {
  expect(inventoryAfterSale(before, lines)).toEqual(after)
})

test('lines processed one by one have the same result as all lines together', () => {
  const quantitiesAndValues = fc.array(
    fc.tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom('S', 'M[+2.00]', 'L')),
    { maxLength: 8 },
  )
  const inventories = fc.constantFrom(single(9), variants({ S: 5, M: 5 }), disabled)
  fc.assert(
    fc.property(inventories, quantitiesAndValues, (inventory, values) => {
      const lines = values.map(([quantity, value]) => line(quantity, value))
      const actual = lines.reduce((inventory, line) => inventoryAfterSale(inventory, [line]), inventory)
      expect(actual).toEqual(inventoryAfterSale(inventory, lines))
    }),
  )
})

/**
 * Returns the names and values in a text such as `Size=S Colour=Red`. They are choices of a variant, or custom fields
 * of an item.
 */
const pairsIn = (choices: string) => choices.split(' ').map(choice => choice.split('=') as [string, string])
const variantOf = (choices: string, stock: number) => ({
  variation: pairsIn(choices).map(([name, option]) => ({ name, option })),
  stock,
  allowOutOfStockPurchases: false,
})
const variantsOf = (stocks: Record<string, number>): Inventory => ({
  method: 'Variant',
  allowOutOfStockPurchases: false,
  variants: Object.entries(stocks).map(([choices, stock]) => variantOf(choices, stock)),
})

test.each<[string, string, string | null]>([
  ['the variant with the most choices', 'Size=S Colour=Red', 'Size=S Colour=Red'],
  ['the same variant, with other fields and in any order', 'Engraving=Jane Colour=Red Size=S', 'Size=S Colour=Red'],
  ['a variant with fewer choices if no other matches', 'Size=S Colour=Green', 'Size=S'],
  ['the last of two with the same number of choices', 'Size=M Colour=Blue', 'Colour=Blue'],
  ['none if none matches', 'Colour=Red', null],
])('each line reduces one variant: %s', (_, fields, variant) => {
  const before = { 'Size=M': 5, 'Size=S': 5, 'Size=S Colour=Red': 5, 'Colour=Blue': 5 }
  const customFields = pairsIn(fields).map(([name, value]) => ({ name, value }))
  expect(inventoryAfterSale(variantsOf(before), [{ quantity: 1, customFields }])).toEqual(
    variantsOf({ ...before, ...(variant && { [variant]: 4 }) }),
  )
})

test('parses the options of a field once for any number of variants', () => {
  const names = Array.from({ length: 500 }, (_, n) => `${n}`)
  let count = 0
  const field = {
    name: 'Size',
    get options() {
      count++
      return names.join('|')
    },
  }
  const sent = names.map(option => ({ variation: [{ name: 'Size', option }], stock: 5 }))
  const wanted = { inventoryManagementMethod: 'Variant' as const, variants: sent }
  const inventory = inventoryAfterChange({ current: undefined, wanted, dropdowns: [field] })
  expect(inventory).toMatchObject({ variants: sent })
  expect(count).toBe(1)
})

test('two fields of the same name accept the choices of both', () => {
  const dropdowns = ['S|M', 'M|L'].map(options => ({ name: 'Size', options }))
  const after = (...options: string[]) => {
    const variants = [{ variation: options.map(option => ({ name: 'Size', option })), stock: 5 }]
    const wanted = { inventoryManagementMethod: 'Variant' as const, variants }
    return inventoryAfterChange({ current: undefined, wanted, dropdowns })
  }
  for (const option of ['S', 'M', 'L']) expect(after(option)).toMatchObject({ variants: [{ stock: 5 }] })
  expect(() => after('S', 'L')).toThrow('must name each of the dropdown fields once: Size.')
})

test.each<[string, Inventory, boolean]>([
  ['a positive stock', single(1), false],
  ['an empty stock', single(0), false],
  ['a negative stock', single(-1), true],
  ['a negative stock that is allowed', single(-1, true), false],
  ['variants with empty and positive stocks', variants({ S: 0, M: 1 }), false],
  ['a variant with a negative stock', variants({ S: 5, M: -1 }), true],
  ['a variant with a negative stock that is allowed', variants({ S: 5, M: -1 }, true), false],
  ['a disabled inventory', disabled, false],
])('oversold: %s', (_, inventory, expected) => {
  expect(isOversold(inventory)).toBe(expected)
})

describe('a product', () => {
  test('has stock once the inventory is configured and not disabled', () => {
    expect([{}, { inventory: disabled }, { inventory: single(0) }].map(tracksStock)).toEqual([false, false, true])
  })

  test.each([
    ['never archived', undefined, '2026-01-02', false],
    ['archived after its last event', '2026-01-03', '2026-01-02', true],
    ['archived at the time of its last event', '2026-01-02', '2026-01-02', true],
    ['archived before its last event', '2026-01-01', '2026-01-02', false],
  ])('is archived: %s', (_, archiveDay, eventDay, expected) => {
    const at = (day: string) => `${day}T00:00:00.000Z`
    const description = { value: {} as never, stamp: `${at(eventDay)} event-1` }
    const archivedAt = archiveDay && at(archiveDay)
    expect(isArchived({ archivedAt, latest: { description }, creationDate: at(eventDay) })).toBe(expected)
  })
})
