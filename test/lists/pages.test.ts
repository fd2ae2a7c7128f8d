/** Random histories of a list, held against a plain array. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPage } from '../../lib/lists/page.ts'
import { idOfPosition, numberPosition, timePosition } from '../../lib/lists/position.ts'
import { rebuildTallies } from '../../lib/lists/rebuild-tallies.ts'
import { recount } from '../../lib/lists/recount.ts'
import { rank } from '../../lib/lists/select.ts'
import { readTally, talliesOf } from '../../lib/lists/tally.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { tellSeed } from '../support/seed.ts'
import { expectPage, expectPages, happen, historiesOf, idOf, newList, put, remove } from './histories.ts'

test('every page of every history is the page of a plain array, with its exact total', async () => {
  await fc.assert(
    fc.asyncProperty(historiesOf(900), async history => expectPages(await newList(), history)),
    { numRuns: 12, endOnFailure: true, reporter: tellSeed },
  )
}, 120_000)

const crowd = {
  'times, half of them in one second': Array.from({ length: 800 }, (_, n) =>
    timePosition(new Date(Date.UTC(2025, 5, 1) + (n % 2 ? 0 : n * 7_000_000)).toISOString(), idOf(n)),
  ),
  'numbers, half of them one and the same': Array.from({ length: 800 }, (_, n) =>
    numberPosition(n % 2 ? 1 : n, idOf(n)),
  ),
}

test.each(Object.entries(crowd))(
  'pages of %s, at every offset from before the first to behind the last',
  async (_, positions) => {
    const list = await newList()
    const model = await happen(list, positions, [3, 30, 300], 4)
    for (const direction of ['forwards', 'backwards'] as const)
      for (let offset = 0; offset < 850; offset += 23) {
        await expectPage(list, model, { offset, limit: 20, direction })
        await expectPage(list, model, {
          offset,
          limit: 20,
          direction,
          range: { from: model[50]!.slice(0, -1), to: `${model[750]}~` },
        })
      }
  },
)

test('a page of nothing behind the end of a range tells how many the range holds', async () => {
  const list = await newList()
  const positions = Array.from({ length: 300 }, (_, n) =>
    timePosition(new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString(), idOf(n)),
  )
  const model = await happen(list, positions, [], 1)
  const range = { from: '!', to: model[9]! }
  for (let offset = 41; offset < 320; offset++)
    await expectPage(list, model, { offset, limit: 0, direction: 'forwards', range })
})

test('sums of measures between two bounds are differences of ranks', async () => {
  const list = await newList()
  const positions = Array.from({ length: 500 }, (_, n) =>
    timePosition(new Date(Date.UTC(2025, 0, 1 + n)).toISOString(), idOf(n)),
  )
  await put(
    list,
    positions.map((position, n) => ({ position, measures: [1, n] })),
  )
  await recount(list, positions)
  const tallies = talliesOf(list)
  const [from, to] = ['t20250201', 't20250301']
  const [start, end] = [await rank(tallies, from), await rank(tallies, to)]
  const inside = positions.flatMap((position, n) => (position > from && position < to ? [n] : []))
  expect(end.count - start.count).toBe(28)
  expect(end.measures[1]! - start.measures[1]!).toBe(inside.reduce((sum, n) => sum + n, 0))
})

test('a recount from scratch says what the recounts on the way have said', async () => {
  const list = await newList()
  const positions = Array.from({ length: 700 }, (_, n) => numberPosition(n % 3, idOf(n)))
  await happen(list, positions, [1, 5, 9], 5)
  const before = await readTally(list, '')
  await rebuildTallies(list)
  const { version: _, ...after } = await readTally(list, '')
  expect(after).toEqual({ ...after, count: before.count, measures: before.measures, parts: before.parts })
})

test('positions sort as their values do and tell the id', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      expect(numberPosition(one, idOf(0)) < numberPosition(other, idOf(0))).toBe(one < other)
    }),
  )
  expect(idOfPosition(timePosition('2026-08-30T18:17:32.806Z', idOf(5)))).toBe(idOf(5))
})

describe('a page far into a list of which the tallies know', () => {
  const positions = Array.from({ length: 250 }, (_, n) =>
    timePosition(new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString(), idOf(n)),
  )
  const standings = positions.map(position => ({ position, measures: [] }))
  const shown = async (list: List, offset: number) => {
    const wish = { offset, limit: 20, direction: 'forwards' } as const
    const { entries, total } = await readPage(talliesOf(list), wish)
    return { first: entries[0]?.position, length: entries.length, total }
  }

  test('too little says that there are as many as it shows, or how many there are if it shows the last', async () => {
    const list = await newList()
    await put(list, standings.slice(0, 150))
    await recount(list, positions)
    await put(list, standings.slice(150))
    expect(await shown(list, 100)).toEqual({ first: positions[100], length: 20, total: 150 })
    expect(await shown(list, 149)).toEqual({ first: positions[149], length: 20, total: 169 })
    expect(await shown(list, 180)).toEqual({ first: undefined, length: 0, total: 150 })
  })

  test('too much says where it has seen the end', async () => {
    const list = await newList()
    await put(list, standings)
    await recount(list, positions)
    await remove(list, positions.slice(130))
    expect(await shown(list, 120)).toEqual({ first: positions[120], length: 10, total: 130 })
    expect(await shown(list, 135)).toEqual({ first: undefined, length: 0, total: 130 })
    expect((await shown(list, 200)).total).toBeLessThanOrEqual(200)
  })
})
