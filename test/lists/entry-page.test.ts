/** Compares the pages of a list after a random history with those of a plain array. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEntryPage } from '../../lib/lists/entry-page.ts'
import { idOfPosition, numberPosition, timePosition } from '../../lib/lists/position.ts'
import { rank } from '../../lib/lists/rank-select.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { recountChangedBuckets } from '../../lib/lists/recount-changed-buckets.ts'
import { createTallyCache, readTally } from '../../lib/lists/tally.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { printSeed } from '../support/seed.ts'
import { testTwice } from '../support/test-twice.ts'
import { applyHistory, expectPage, expectPages, historiesOf, idOf, newList, put, remove } from './histories.ts'

test('every page equals the page of a plain array, with its exact total', { tags: ['long'] }, async () => {
  await fc.assert(
    fc.asyncProperty(historiesOf(900), async history => expectPages(await newList(), history)),
    { numRuns: 12, endOnFailure: true, reporter: printSeed },
  )
})

/** Returns `count` evenly distributed offsets. */
const offsetsBetween = (start: number, end: number, count: number) =>
  Array.from({ length: count }, (_, n) => start + Math.floor((n * (end - start)) / count))

const crowdedPositions = {
  'times, half of them in one second': Array.from({ length: 800 }, (_, n) =>
    timePosition(new Date(Date.UTC(2025, 5, 1) + (n % 2 ? 0 : n * 7_000_000)).toISOString(), idOf(n)),
  ),
  'numbers, half of them equal': Array.from({ length: 800 }, (_, n) => numberPosition(n % 2 ? 1 : n, idOf(n))),
}

for (const [name, positions] of Object.entries(crowdedPositions))
  testTwice(`pages of ${name} are right at any offset, also after the end`, { few: 9, all: 40 }, async count => {
    const list = await newList()
    const model = await applyHistory(list, positions, [3, 30, 300], 4)
    const range = { from: model[50]!.slice(0, -1), to: `${model[750]}~` }
    for (const direction of ['forwards', 'backwards'] as const)
      for (const offset of offsetsBetween(0, 850, count)) {
        await expectPage(list, model, { offset, limit: 20, direction })
        await expectPage(list, model, { offset, limit: 20, direction, range })
      }
  })

testTwice('an empty page after the end of a range has the right total', { few: 30, all: 279 }, async count => {
  const list = await newList()
  const positions = Array.from({ length: 300 }, (_, n) =>
    timePosition(new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString(), idOf(n)),
  )
  const model = await applyHistory(list, positions, [], 1)
  const range = { from: '!', to: model[9]! }
  for (const offset of offsetsBetween(41, 320, count))
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
  await recountChangedBuckets(list, positions)
  const tallies = createTallyCache(list)
  const [from, to] = ['t20250201', 't20250301']
  const [start, end] = [await rank(tallies, from), await rank(tallies, to)]
  const inside = positions.flatMap((position, n) => (position > from && position < to ? [n] : []))
  expect(end.count - start.count).toBe(28)
  expect(end.measures[1]! - start.measures[1]!).toBe(BigInt(inside.reduce((sum, n) => sum + n, 0)))
})

test('a rebuild writes the same tally as the recounts before it', async () => {
  const list = await newList()
  const positions = Array.from({ length: 700 }, (_, n) => numberPosition(n % 3, idOf(n)))
  await applyHistory(list, positions, [1, 5, 9], 5)
  const before = await readTally(list, '')
  await rebuildTalliesOfList(list)
  const { version: _, ...after } = await readTally(list, '')
  expect(after).toEqual({ ...after, count: before.count, measures: before.measures, parts: before.parts })
})

test('positions sort as their values do and contain the id', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      expect(numberPosition(one, idOf(0)) < numberPosition(other, idOf(0))).toBe(one < other)
    }),
  )
  expect(idOfPosition(timePosition('2026-08-30T18:17:32.806Z', idOf(5)))).toBe(idOf(5))
})

describe('a page at a high offset of a list whose tally', () => {
  const positions = Array.from({ length: 250 }, (_, n) =>
    timePosition(new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString(), idOf(n)),
  )
  const entriesToPut = positions.map(position => ({ position, measures: [] }))
  const pageAt = async (list: List, offset: number) => {
    const options = { offset, limit: 20, direction: 'forwards' } as const
    const { entries, total } = await readEntryPage(createTallyCache(list), options)
    return { first: entries[0]?.position, length: entries.length, total }
  }

  test('counts too few: the total includes at least the entries on the page', async () => {
    const list = await newList()
    await put(list, entriesToPut.slice(0, 150))
    await recountChangedBuckets(list, positions)
    await put(list, entriesToPut.slice(150))
    expect(await pageAt(list, 100)).toEqual({ first: positions[100], length: 20, total: 150 })
    expect(await pageAt(list, 149)).toEqual({ first: positions[149], length: 20, total: 169 })
    expect(await pageAt(list, 180)).toEqual({ first: undefined, length: 0, total: 150 })
  })

  test('counts too many: the total is exact if the page reaches the end', async () => {
    const list = await newList()
    await put(list, entriesToPut)
    await recountChangedBuckets(list, positions)
    await remove(list, positions.slice(130))
    expect(await pageAt(list, 120)).toEqual({ first: positions[120], length: 10, total: 130 })
    expect(await pageAt(list, 135)).toEqual({ first: undefined, length: 0, total: 130 })
    expect((await pageAt(list, 200)).total).toBeLessThanOrEqual(200)
  })
})
