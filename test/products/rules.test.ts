/** How a sale reduces the inventory, and when a product is archived. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StockLine } from '../../lib/orders/index.ts'
import {
  afterSale,
  type Inventory,
  inventoryAfter,
  isOversold,
  tracksStock,
} from '../../lib/products/inventory.ts'
import { isArchived } from '../../lib/products/rules.ts'

const single = (stock: number, allowOutOfStockPurchases = false): Inventory => ({
  ...{ method: 'Single', stock, allowOutOfStockPurchases },
})
const variants = (stocks: Record<string, number>, allowOutOfStockPurchases = false): Inventory => ({
  method: 'Variant',
  allowOutOfStockPurchases: false,
  variants: Object.entries(stocks).map(([option, stock]) => ({
    ...{ variation: [{ name: 'Size', option }], stock, allowOutOfStockPurchases },
  })),
})
const disabled: Inventory = { method: 'Disabled' }
const line = (quantity: number, value: string | null = null, name = 'Size'): StockLine => ({
  ...{ quantity, customFields: [{ name, value }] },
})

test.each<[string, Inventory, StockLine[], Inventory]>([
  ['one stock for all', single(5), [line(2, 'S'), line(1)], single(2)],
  ['a stock that is not there', single(1), [line(3)], single(-2)],
  ['no line', single(5), [], single(5)],
  ['a disabled stock', disabled, [line(3)], disabled],
  ['the variant', variants({ S: 5, M: 5 }), [line(2, 'M')], variants({ S: 5, M: 3 })],
  [
    'a choice that adds to the price',
    variants({ S: 5, 'M[+2.00]': 5 }),
    [line(2, 'M')],
    variants({ S: 5, 'M[+2.00]': 3 }),
  ],
  ['a value that adds to it', variants({ S: 5, M: 5 }), [line(2, 'M [-0.50]')], variants({ S: 5, M: 3 })],
  [
    'a choice in brackets only at its end',
    variants({ '[M] wide': 5 }),
    [line(1, '[M] wide[+1]')],
    variants({ '[M] wide': 4 }),
  ],
  ['another field of that value', variants({ S: 5 }), [line(2, 'S', 'Colour')], variants({ S: 5 })],
  ['no value', variants({ S: 5 }), [line(2)], variants({ S: 5 })],
  [
    'lines of several variants',
    variants({ S: 5, M: 5 }),
    [line(1, 'S'), line(2, 'M'), line(3, 'S')],
    variants({ S: 1, M: 3 }),
  ],
])('a sale reduces the stock: %s', (_, before, lines, after) => {
  expect(afterSale(before, lines)).toEqual(after)
})

test('selling line by line equals selling all lines at once', () => {
  const lines = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom('S', 'M[+2.00]', 'L')), {
    maxLength: 8,
  })
  const inventories = fc.constantFrom(single(9), variants({ S: 5, M: 5 }), disabled)
  fc.assert(
    fc.property(inventories, lines, (inventory, some) => {
      const sold = some.map(([quantity, value]) => line(quantity, value))
      const oneByOne = sold.reduce((left, one) => afterSale(left, [one]), inventory)
      expect(oneByOne).toEqual(afterSale(inventory, sold))
    }),
  )
})

/** `Size=S Colour=Red` as the choices of a variant, or as the custom fields of an item. */
const pairsIn = (choices: string) => choices.split(' ').map(choice => choice.split('=') as [string, string])
const variantOf = (choices: string, stock: number) => ({
  variation: pairsIn(choices).map(([name, option]) => ({ name, option })),
  ...{ stock, allowOutOfStockPurchases: false },
})
const variantsOf = (stocks: Record<string, number>): Inventory => ({
  ...{ method: 'Variant', allowOutOfStockPurchases: false },
  variants: Object.entries(stocks).map(([choices, stock]) => variantOf(choices, stock)),
})

test.each<[string, string, string | null]>([
  ['the one with the most choices', 'Size=S Colour=Red', 'Size=S Colour=Red'],
  ['the same, whatever else is written', 'Engraving=Jane Colour=Red Size=S', 'Size=S Colour=Red'],
  ['the one with fewer, where no other fits', 'Size=S Colour=Green', 'Size=S'],
  ['of two with as many the one that was made last', 'Size=M Colour=Blue', 'Colour=Blue'],
  ['none, where none fits', 'Colour=Red', null],
])('each line reduces one variant: %s', (_, fields, sold) => {
  const before = { 'Size=M': 5, 'Size=S': 5, 'Size=S Colour=Red': 5, 'Colour=Blue': 5 }
  const customFields = pairsIn(fields).map(([name, value]) => ({ name, value }))
  expect(afterSale(variantsOf(before), [{ quantity: 1, customFields }])).toEqual(
    variantsOf({ ...before, ...(sold && { [sold]: 4 }) }),
  )
})

test('parses the options of a field once, however many variants there are', () => {
  const names = Array.from({ length: 500 }, (_, n) => `${n}`)
  let reads = 0
  const field = {
    name: 'Size',
    get options() {
      reads++
      return names.join('|')
    },
  }
  const sent = names.map(option => ({ variation: [{ name: 'Size', option }], stock: 5 }))
  const wanted = { inventoryManagementMethod: 'Variant' as const, variants: sent }
  const inventory = inventoryAfter({ current: undefined, wanted, dropdowns: [field] })
  expect(inventory).toMatchObject({ variants: sent })
  expect(reads).toBe(1)
})

test('two fields of the same name accept the choices of both', () => {
  const dropdowns = ['S|M', 'M|L'].map(options => ({ name: 'Size', options }))
  const after = (...options: string[]) => {
    const variants = [{ variation: options.map(option => ({ name: 'Size', option })), stock: 5 }]
    const wanted = { inventoryManagementMethod: 'Variant' as const, variants }
    return inventoryAfter({ current: undefined, wanted, dropdowns })
  }
  for (const option of ['S', 'M', 'L']) expect(after(option)).toMatchObject({ variants: [{ stock: 5 }] })
  expect(() => after('S', 'L')).toThrow('must name each of the dropdown fields once: Size.')
})

test.each<[string, Inventory, boolean]>([
  ['something left', single(1), false],
  ['nothing left', single(0), false],
  ['less than nothing', single(-1), true],
  ['less than nothing, which is allowed', single(-1, true), false],
  ['a variant with less than nothing', variants({ S: 5, M: -1 }), true],
  ['a variant that may have less than nothing', variants({ S: 5, M: -1 }, true), false],
  ['disabled', disabled, false],
])('oversold: %s', (_, inventory, isSo) => {
  expect(isOversold(inventory)).toBe(isSo)
})

describe('a product', () => {
  test('has stock once the inventory is configured and not disabled', () => {
    expect([{}, { inventory: disabled }, { inventory: single(0) }].map(tracksStock)).toEqual([
      false,
      false,
      true,
    ])
  })

  test.each([
    ['never archived', undefined, '2026-01-02', false],
    ['archived after it was seen', '2026-01-03', '2026-01-02', true],
    ['archived at the moment it was seen', '2026-01-02', '2026-01-02', true],
    ['seen after it was archived', '2026-01-01', '2026-01-02', false],
  ])('is archived: %s', (_, archived, seen, isSo) => {
    const at = (day: string) => `${day}T00:00:00.000Z`
    const description = { value: {} as never, stamp: `${at(seen)} event-1` }
    const archivedAt = archived && at(archived)
    expect(isArchived({ archivedAt, latest: { description }, creationDate: at(seen) })).toBe(isSo)
  })
})
