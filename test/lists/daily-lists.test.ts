/** Tests lists whose tally has a part for each day of local time, with a plain array as the model. */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compareTallies } from '../../lib/lists/compare-tallies.ts'
import { localTimeBucket, localTimePosition } from '../../lib/lists/position.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { recountChangedBuckets } from '../../lib/lists/recount-changed-buckets.ts'
import { readTally } from '../../lib/lists/tally.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { useMemoryTable } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { testTwice } from '../support/test-twice.ts'
import { applyHistory, freshList, idOf, put, remove } from './histories.ts'
import { expectExactTallies, interleave, retryUntilDone } from './interleaving.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small-sizes.ts')).smallSizes)

let restoreDatabase = () => {}
beforeAll(() => {
  restoreDatabase = useMemoryTable()
})
afterAll(() => restoreDatabase())

const start = Date.UTC(2026, 10, 1)
const daySeconds = 86_400
const localAt = (second: number) => new Date(start + second * 1000).toISOString().replace('Z', '')
const positionAt = (second: number, n: number) => localTimePosition(localAt(second), idOf(n))

/** Times in seconds. Many are on one day, and some are equal. */
const seconds = fc.oneof(
  fc.nat(30 * daySeconds - 1),
  fc.integer({ min: 5 * daySeconds, max: 6 * daySeconds - 1 }),
  fc.constantFrom(0, 5 * daySeconds, 30 * daySeconds - 1),
)
const histories = fc.record({
  seconds: fc.array(seconds, { maxLength: 250, size: 'max' }),
  removed: fc.array(fc.nat(249), { maxLength: 80, size: 'max' }),
  batches: fc.integer({ min: 1, max: 6 }),
  isRebuilt: fc.boolean(),
})

async function expectDays(list: List, positions: readonly string[]) {
  await expectExactTallies(list)
  const { parts = {} } = await readTally(list, '', true)
  const days = Map.groupBy(positions, position => position.slice(0, 'd20261101'.length))
  const counts = Object.entries(parts).filter(([, { count }]) => count > 0)
  expect(Object.fromEntries(counts.map(([day, { count }]) => [day, count]))).toEqual(
    Object.fromEntries([...days].map(([day, inside]) => [day, inside.length])),
  )
  expect(await compareTallies(list)).toEqual([])
}

testTwice('the tally has a part for each day, whatever the list holds', { few: 8, all: 200 }, async numRuns => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ seconds, removed, batches, isRebuilt }) => {
      const list = freshList()
      const positions = seconds.map(positionAt)
      const left = await applyHistory(list, positions, removed, batches)
      if (isRebuilt) await rebuildTalliesOfList(list)
      await expectDays(list, left)
    }),
    { numRuns, endOnFailure: true, reporter: printSeed },
  )
})

const changes = fc.array(fc.tuple(fc.nat(40), fc.boolean()), { minLength: 3, maxLength: 7 })

testTwice('recounts and rebuilds interleaved in any order leave the right days', { few: 5, all: 60 }, async numRuns => {
  const positionOf = (n: number) => positionAt(n * 5000, n)
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), changes, fc.nat(40), async (s, edits, before) => {
      const list = freshList()
      const all = Array.from({ length: before }, (_, n) => ({ position: positionOf(n), measures: [1, n] }))
      await put(list, all)
      if (before > 0) await recountChangedBuckets(list, [positionOf(0)])
      const started = Promise.withResolvers<void>()
      const recounts = edits.map(async ([n, isPut]) => {
        await started.promise
        await (isPut ? put(list, [{ position: positionOf(n), measures: [1, n] }]) : remove(list, [positionOf(n)]))
        await retryUntilDone(() => recountChangedBuckets(list, [positionOf(n)]))
      })
      const rebuild = started.promise.then(() => retryUntilDone(() => rebuildTalliesOfList(list)))
      const turns = interleave(s, Promise.all([...recounts, rebuild]))
      started.resolve()
      await turns
      await expectExactTallies(list)
      const { parts = {} } = await readTally(list, '', true)
      for (const day of Object.keys(parts)) expect(day).toHaveLength('d20261101'.length)
    }),
    { numRuns, endOnFailure: true, reporter: printSeed },
  )
})

test('a bucket of local time sorts before its positions and after those of the day before', () => {
  const [before, first] = [daySeconds - 1, daySeconds].map(second => positionAt(second, 1))
  expect(before! < localTimeBucket('2026-11-02')).toBe(true)
  expect(first! > localTimeBucket('2026-11-02')).toBe(true)
  expect(first!.startsWith(localTimeBucket('2026-11-02T00'))).toBe(true)
})
