/** Creates lists for tests, and random histories of changes to these lists. */

import fc from 'fast-check'
import { expect } from 'vitest'
import type { AccountId } from '../../lib/core/tenant.ts'
import { fullRange, type Range } from '../../lib/lists/entries.ts'
import { readEntryPage } from '../../lib/lists/entry-page.ts'
import { localTimePosition, numberPosition, timePosition } from '../../lib/lists/position.ts'
import type { Direction } from '../../lib/lists/rank-select.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { recountChangedBuckets } from '../../lib/lists/recount-changed-buckets.ts'
import { createTallyCache } from '../../lib/lists/tally.ts'
import { EntryRow, type List, listPartition } from '../../lib/store/list-entry.ts'
import { newTenant } from '../support/store.ts'

export interface TestEntry {
  position: string
  measures: number[]
}

/** Returns an id. Ids differ in their first digits, because buckets of equal values are divided by these digits. */
export const idOf = (n: number) =>
  `${String((n * 7919 + 1) % 10_000).padStart(4, '0')}0198-0000-7000-8000-${String(n).padStart(12, '0')}`

let lists = 0
/** Returns a new list for tests on the in-memory table. These tests need no account, so none is created. */
export const freshList = (): List => ({ account: ++lists as AccountId, mode: 'Test', list: 'orders' })

export const newList = async (): Promise<List> => ({ ...(await newTenant()), list: 'orders' })

export async function put(list: List, entries: TestEntry[]): Promise<void> {
  const rows = entries.map(({ position, measures }) => ({
    partition: listPartition(list),
    position,
    measures: measures.map(BigInt),
  }))
  if (rows.length > 0) await EntryRow.put(rows).go({ concurrent: 4 })
}

export async function remove(list: List, positions: string[]): Promise<void> {
  const keys = positions.map(position => ({ partition: listPartition(list), position }))
  if (keys.length > 0) await EntryRow.delete(keys).go({ concurrent: 4 })
}

/** Times in milliseconds. Many are on one day, and many of these within one millisecond. */
const times = fc.oneof(
  fc.integer({ min: 0, max: 700 * 86_400 }).map(second => Date.UTC(2024, 0, 1) + second * 1000),
  fc.integer({ min: 0, max: 86_400 }).map(second => Date.UTC(2025, 10, 28) + second * 1000),
  fc.constantFrom(Date.UTC(2025, 10, 28, 12), Date.UTC(2025, 10, 28, 12, 0, 0, 1)),
)
const numbers = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 100_000 }), fc.constant(1))

const positionsOf = (maxLength: number) =>
  fc.oneof(
    fc
      .tuple(fc.array(times, { maxLength, size: 'max' }), fc.constantFrom(timePosition, localTimePosition))
      .map(([all, positionOf]) => all.map((at, n) => positionOf(new Date(at).toISOString(), idOf(n)))),
    fc.array(numbers, { maxLength, size: 'max' }).map(all => all.map((value, n) => numberPosition(value, idOf(n)))),
  )

export const historiesOf = (length: number) =>
  fc.record({
    positions: positionsOf(length),
    removed: fc.array(fc.nat(length - 1), { maxLength: Math.floor(length / 3), size: 'max' }),
    batches: fc.integer({ min: 1, max: 6 }),
    offsets: fc.array(fc.nat(length + 100), { minLength: 3, maxLength: 6 }),
    limit: fc.constantFrom(0, 1, 20, 100),
    bounds: fc.tuple(fc.nat(length - 1), fc.nat(length - 1)),
    isRebuilt: fc.boolean(),
  })

/** Applies a history in batches, and recounts the list after each batch. Returns the remaining positions. */
export async function applyHistory(list: List, positions: string[], removed: number[], batches: number) {
  const size = Math.ceil(positions.length / batches) || 1
  for (let start = 0; start < positions.length; start += size) {
    const batch = positions.slice(start, start + size)
    await put(
      list,
      batch.map((position, n) => ({ position, measures: [n % 7, 100 + n] })),
    )
    await recountChangedBuckets(list, batch)
  }
  const deleted = [...new Set(removed.flatMap(n => positions[n] ?? []))]
  await remove(list, deleted)
  if (deleted.length > 0) await recountChangedBuckets(list, deleted)
  return positions.filter(position => !deleted.includes(position)).toSorted()
}

export async function expectPage(
  list: List,
  model: string[],
  options: { offset: number; limit: number; direction: Direction; range?: Range },
) {
  const { from, to } = options.range ?? fullRange
  const inside = model.filter(position => position >= from && position <= to)
  const inDirection = options.direction === 'forwards' ? inside : inside.toReversed()
  const { entries, total } = await readEntryPage(createTallyCache(list), options)
  expect(entries.map(entry => entry.position)).toEqual(
    inDirection.slice(options.offset, options.offset + options.limit),
  )
  expect(total).toBe(inside.length)
}

interface History {
  positions: string[]
  removed: number[]
  batches: number
  offsets: number[]
  limit: number
  bounds: [number, number]
  isRebuilt: boolean
}

/** Compares pages in both directions, of the full list and of a range, with those of a plain array. */
export async function expectPages(list: List, history: History) {
  const { positions, removed, batches, offsets, limit, bounds } = history
  const model = await applyHistory(list, positions, removed, batches)
  if (history.isRebuilt) await rebuildTalliesOfList(list)
  const [low = '!', high = '~'] = bounds.map(n => positions[n]?.slice(0, 18)).toSorted()
  const range = { from: low, to: `${high}~` }
  for (const direction of ['forwards', 'backwards'] as const)
    for (const offset of [0, ...offsets]) {
      await expectPage(list, model, { offset, limit, direction })
      await expectPage(list, model, { offset: offset >> 1, limit, direction, range })
    }
}
