/** Tests that the comparison of tallies with entries finds damaged tallies and entries, on an in-memory table. */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compareTallies } from '../../lib/lists/compare-tallies.ts'
import { fullRange, readEntries, sumOfEntries } from '../../lib/lists/entries.ts'
import { childBucket } from '../../lib/lists/position.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { readTally, type Tally, writeTally } from '../../lib/lists/tally.ts'
import { type Sum, sumOf, zero } from '../../lib/lists/tally-parts.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { useMemoryTable } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { freshList, put, remove } from './histories.ts'
import { entryAt, numbers, positionOf } from './interleaving.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small-sizes.ts')).smallSizes)

let restoreDatabase = () => {}
beforeAll(() => {
  restoreDatabase = useMemoryTable()
})
afterAll(() => restoreDatabase())

const length = 400

async function countedList(): Promise<List> {
  const list = freshList()
  await put(list, numbers(0, length).map(entryAt))
  await rebuildTalliesOfList(list)
  return list
}

async function talliesOf(list: List, prefix = ''): Promise<Tally[]> {
  const tally = await readTally(list, prefix, true)
  const divided = Object.entries(tally.parts ?? {}).filter(([, part]) => part.divided)
  return [tally, ...(await Promise.all(divided.map(([bucket]) => talliesOf(list, bucket)))).flat()]
}

interface Compared {
  bucket: string
  is: Sum
  shouldBe: Sum
}

const sumText = ({ count, measures }: Sum) => [count, measures[0] ?? 0n, measures[1] ?? 0n].join(' ')
const textOf = ({ bucket, is, shouldBe }: Compared) => `${bucket}: ${sumText(is)} instead of ${sumText(shouldBe)}`

/** Finds the wrong sums as `compareTallies` must find them, but with all entries and tallies in memory. */
async function expectedDifferences(list: List): Promise<string[]> {
  const entries = await readEntries(list, { range: fullRange, consistent: true })
  const tallies = await talliesOf(list)
  const leaves = tallies.flatMap(({ prefix, parts, ...sum }) =>
    parts
      ? Object.entries(parts).flatMap(([bucket, part]) => (part.divided ? [] : [{ bucket, is: part }]))
      : [{ bucket: prefix, is: sum }],
  )
  const leafOf = (position: string) => leaves.find(({ bucket }) => position.startsWith(bucket))?.bucket
  const inLeaves = leaves.map(({ bucket, is }) => {
    const inside = entries.filter(({ position }) => leafOf(position) === bucket)
    return { bucket, is, shouldBe: sumOfEntries(inside) }
  })
  const outside = Map.groupBy(
    entries.filter(({ position }) => leafOf(position) === undefined),
    ({ position }) => childBucket('', position),
  )
  const strays = [...outside].map(([bucket, inside]) => ({ bucket, is: zero, shouldBe: sumOfEntries(inside) }))
  const sums = tallies.flatMap(({ prefix, parts, ...is }) =>
    parts ? [{ bucket: prefix, is, shouldBe: sumOf(Object.values(parts)) }] : [],
  )
  const above = tallies.flatMap(({ parts = {} }) =>
    Object.entries(parts).flatMap(([bucket, is]) => {
      const child = tallies.find(({ prefix }) => prefix === bucket)
      return is.divided ? [{ bucket, is, shouldBe: child ?? zero }] : []
    }),
  )
  const all = [...inLeaves, ...strays, ...sums, ...above]
  return all.filter(({ is, shouldBe }) => sumText(is) !== sumText(shouldBe)).map(textOf)
}

const foundDifferences = async (list: List) => (await compareTallies(list, { consistent: true })).map(textOf)

test('finds nothing in a list of several levels that was counted', async () => {
  const list = await countedList()
  expect((await talliesOf(list)).length).toBeGreaterThan(10)
  expect(await compareTallies(list)).toEqual([])
})

const damages = fc.record({
  removed: fc.array(fc.nat(length - 1), { maxLength: 20 }),
  added: fc.array(fc.integer({ min: length, max: 2 * length }), { maxLength: 20 }),
  tallies: fc.array(fc.record({ tally: fc.nat(), part: fc.nat(), count: fc.nat(9) }), { maxLength: 4 }),
})

async function damageTally(list: List, { tally: n, part, count }: { tally: number; part: number; count: number }) {
  const tallies = await talliesOf(list)
  const tally = tallies[n % tallies.length]!
  const [bucket, sum] = Object.entries(tally.parts!)[part % Object.keys(tally.parts!).length]!
  await writeTally(list, { ...tally, parts: { ...tally.parts, [bucket]: { ...sum, count } } })
}

test('finds the same differences as a comparison with everything in memory', { tags: ['long'] }, async () => {
  const property = fc.asyncProperty(damages, async ({ removed, added, tallies }) => {
    const list = await countedList()
    await remove(list, removed.map(positionOf))
    await put(list, added.map(entryAt))
    for (const damage of tallies) await damageTally(list, damage)
    expect((await foundDifferences(list)).toSorted()).toEqual((await expectedDifferences(list)).toSorted())
  })
  await fc.assert(property, { numRuns: 60, reporter: printSeed })
})

test('returns the first thousand wrong buckets of a list', { tags: ['long'] }, async () => {
  const list = freshList()
  await put(list, numbers(0, 4000).map(entryAt))
  await rebuildTalliesOfList(list)
  const { parts: _, ...root } = await readTally(list, '', true)
  const wrong = Object.fromEntries(numbers(0, 3000).map(n => [positionOf(n), { count: 2, measures: [] }]))
  await writeTally(list, { ...root, parts: wrong })
  expect(await compareTallies(list)).toHaveLength(1000)
})
