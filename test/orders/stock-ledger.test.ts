import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyMovements,
  fullLedger,
  markUntracked,
  type StockLedger,
  type StockLine,
  stockMovements,
} from '../../lib/orders/stock-ledger.ts'

const line = (quantity: number, value = 'S'): StockLine => ({
  quantity,
  customFields: [{ name: 'Size', value }],
})

type Content = Parameters<typeof fullLedger>[0]
type Lines = [id: string, line: StockLine][]
/** Items have more fields than the ledger keeps. */
const contentOf = (...lines: Lines) =>
  ({ items: lines.map(([id, line]) => ({ id, ...line, name: 'Tee', price: 100 })) }) as unknown as Content

const [tee, cup] = ['TEE', 'CUP']

test('the full ledger has the lines of each product', () => {
  const content = contentOf([tee, line(1)], [cup, line(2)], [tee, line(3, 'M')])
  expect(fullLedger(content)).toEqual({ TEE: [line(1), line(3, 'M')], CUP: [line(2)] })
})

test.each<[string, Lines, StockLedger, object[]]>([
  ['nothing for an empty order', [], {}, []],
  [
    'all lines of a new order',
    [
      [tee, line(1)],
      [tee, line(2, 'M')],
      [cup, line(1)],
    ],
    {},
    [
      { userDefinedId: tee, lines: [line(1), line(2, 'M')], wanted: [line(1), line(2, 'M')] },
      { userDefinedId: cup, lines: [line(1)], wanted: [line(1)] },
    ],
  ],
  ['nothing for what the stock has given', [[tee, line(1)]], { TEE: [line(1)] }, []],
  [
    'the new lines out and the old lines back, if they differ',
    [[tee, line(3, 'M')]],
    { TEE: [line(1)] },
    [{ userDefinedId: tee, lines: [line(3, 'M'), line(-1)], wanted: [line(3, 'M')] }],
  ],
  [
    'the lines of a removed product back',
    [],
    { TEE: [line(1), line(2, 'M')] },
    [{ userDefinedId: tee, lines: [line(-1), line(-2, 'M')], wanted: undefined }],
  ],
  ['nothing for an untracked product', [[tee, line(1)]], { TEE: null }, []],
  ['nothing for an untracked product that is removed', [], { TEE: null }, []],
])('the stock moves %s', (_, lines, ledger, movements) => {
  expect(stockMovements(contentOf(...lines), ledger)).toEqual(movements)
})

describe('once movements are made, the ledger', () => {
  const content = contentOf([tee, line(3)], [cup, line(1)])
  const before = { TEE: [line(1)], MUG: [line(2)], PEN: [line(4)] }
  const ledgerAfter = (isTracked: (id: string) => boolean) =>
    applyMovements(before, stockMovements(content, before), isTracked)

  test('has what the order wants, and no other product', () => {
    expect(ledgerAfter(() => true)).toStrictEqual({ TEE: [line(3)], CUP: [line(1)] })
  })

  test('leaves untracked products alone from then on', () => {
    const ledger = ledgerAfter(id => id === tee)
    expect(ledger).toEqual({ TEE: [line(3)], CUP: null, MUG: null, PEN: null })
    expect(stockMovements(content, ledger)).toEqual([])
  })

  test('is the same without movements', () => {
    expect(applyMovements(before, [], () => true)).toEqual(before)
  })
})

test('marking an order as untracked keeps what its ledger has', () => {
  const content = contentOf([tee, line(3)], [cup, line(1)])
  const ledger = { TEE: [line(1)], MUG: null }
  expect(markUntracked(content, ledger)).toEqual({ TEE: [line(1)], CUP: null, MUG: null })
})

describe('over any versions of an order', () => {
  const lines = fc.array(
    fc.tuple(fc.constantFrom(tee, cup, 'MUG'), fc.integer({ min: 1, max: 9 }), fc.constantFrom('S', 'M')),
    { maxLength: 6 },
  )
  const versions = fc.array(
    lines.map(some => contentOf(...some.map(([id, quantity, size]): Lines[0] => [id, line(quantity, size)]))),
    { minLength: 1, maxLength: 5 },
  )
  const unitsById = (moved: Lines) => {
    const units: Record<string, number> = {}
    for (const [id, { quantity, customFields }] of moved) {
      const key = `${id} ${customFields[0]!.value}`
      units[key] = (units[key] ?? 0) + quantity
    }
    return Object.fromEntries(Object.entries(units).filter(([, quantity]) => quantity !== 0))
  }

  test('what has left the stock is what the last version wants', () => {
    fc.assert(
      fc.property(versions, contents => {
        const moved: Lines = []
        let ledger: StockLedger = {}
        for (const content of contents) {
          const movements = stockMovements(content, ledger)
          for (const { userDefinedId, lines } of movements)
            moved.push(...lines.map((line): Lines[0] => [userDefinedId, line]))
          ledger = applyMovements(ledger, movements, () => true)
        }
        const last = contents.at(-1)!
        expect(unitsById(moved)).toEqual(unitsById(last.items.map(item => [item.id, item])))
        expect(ledger).toEqual(fullLedger(last))
        expect(stockMovements(last, ledger)).toEqual([])
      }),
    )
  })
})
