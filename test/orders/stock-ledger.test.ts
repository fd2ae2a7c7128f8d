import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  differingProducts,
  fullLedger,
  ledgerAfterChange,
  movementsBetween,
  type StockLedger,
  type StockLine,
} from '../../lib/orders/stock-ledger.ts'

const line = (quantity: number, value = 'S'): StockLine => ({ quantity, customFields: [{ name: 'Size', value }] })

type Content = Parameters<typeof fullLedger>[0]
type Lines = [id: string, line: StockLine][]
/** Returns the content of an order. Its items have more fields than the ledger keeps. */
const contentOf = (...lines: Lines) =>
  ({ items: lines.map(([id, line]) => ({ id, ...line, name: 'Tee', price: 100 })) }) as unknown as Content

const [tee, cup] = ['TEE', 'CUP']

test('the full ledger has the lines of each product', () => {
  const content = contentOf([tee, line(1)], [cup, line(2)], [tee, line(3, 'M')])
  expect(fullLedger(content)).toEqual({ TEE: [line(1), line(3, 'M')], CUP: [line(2)] })
})

/** Returns a map that says `untracked` for the given products, and `tracked` for all others. */
const trackedExcept = (...untracked: string[]) =>
  new Map([tee, cup, 'MUG', 'PEN'].map(id => [id, untracked.includes(id) ? 'untracked' : 'tracked'] as const))

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
      { userDefinedId: tee, lines: [line(1), line(2, 'M')] },
      { userDefinedId: cup, lines: [line(1)] },
    ],
  ],
  ['nothing for what the stock has given', [[tee, line(1)]], { TEE: [line(1)] }, []],
  [
    'the new lines out and the old lines back, if they differ',
    [[tee, line(3, 'M')]],
    { TEE: [line(1)] },
    [{ userDefinedId: tee, lines: [line(3, 'M'), line(-1)] }],
  ],
  [
    'the lines of a removed product back',
    [],
    { TEE: [line(1), line(2, 'M')] },
    [{ userDefinedId: tee, lines: [line(-1), line(-2, 'M')] }],
  ],
  ['nothing for a product that was given back', [], { TEE: [] }, []],
  [
    'the lines of a product that is back in the order',
    [[tee, line(2)]],
    { TEE: [] },
    [{ userDefinedId: tee, lines: [line(2)] }],
  ],
  ['nothing for an untracked product', [[tee, line(1)]], { TEE: null }, []],
  ['nothing for an untracked product that is removed', [], { TEE: null }, []],
])('the stock moves %s', (_, lines, ledger, movements) => {
  const content = contentOf(...lines)
  const after = ledgerAfterChange(content, ledger, trackedExcept())
  expect(movementsBetween(ledger, after)).toEqual(movements)
  expect(differingProducts(content, ledger)).toEqual(movements.map(movement => Object(movement).userDefinedId))
  expect(differingProducts(content, after)).toEqual([])
})

describe('once an order is recorded, the ledger', () => {
  const content = contentOf([tee, line(3)], [cup, line(1)])
  const before = { TEE: [line(1)], MUG: [line(2)], PEN: [line(4)] }

  test('has what the order wants, and nothing of other products', () => {
    const after = ledgerAfterChange(content, before, trackedExcept())
    expect(after).toStrictEqual({ TEE: [line(3)], CUP: [line(1)], MUG: [], PEN: [] })
  })

  test('leaves untracked products alone from then on', () => {
    const after = ledgerAfterChange(content, before, trackedExcept(cup, 'MUG', 'PEN'))
    expect(after).toEqual({ TEE: [line(3)], CUP: null, MUG: null, PEN: null })
    expect(movementsBetween(before, after).map(({ userDefinedId }) => userDefinedId)).toEqual([tee])
    expect(differingProducts(content, after)).toEqual([])
  })

  test('keeps products of which it is not known whether their stock is tracked', () => {
    const after = ledgerAfterChange(content, before, new Map([[tee, 'tracked']]))
    expect(after).toEqual({ ...before, TEE: [line(3)] })
    expect(differingProducts(content, after)).toEqual([cup, 'MUG', 'PEN'])
  })

  test('has the movements of 50 products at a time, and all that are untracked', () => {
    const ids = Array.from({ length: 120 }, (_, n) => `P${n}`)
    const large = contentOf(...ids.map((id): Lines[0] => [id, line(1)]))
    const tracking = new Map(ids.map((id, n) => [id, n < 110 ? 'tracked' : 'untracked'] as const))
    let ledger: StockLedger = {}
    const counts = [1, 2, 3].map(() => {
      const after = ledgerAfterChange(large, ledger, tracking)
      const { length } = movementsBetween(ledger, after)
      ledger = after
      return [length, differingProducts(large, ledger).length]
    })
    expect(counts).toEqual([
      [50, 60],
      [50, 10],
      [10, 0],
    ])
  })
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
          const after = ledgerAfterChange(content, ledger, trackedExcept())
          for (const { userDefinedId, lines } of movementsBetween(ledger, after))
            moved.push(...lines.map((line): Lines[0] => [userDefinedId, line]))
          ledger = after
        }
        const last = contents.at(-1)!
        expect(unitsById(moved)).toEqual(unitsById(last.items.map(item => [item.id, item])))
        expect(ledger).toMatchObject(fullLedger(last))
        expect(differingProducts(last, ledger)).toEqual([])
      }),
    )
  })
})
