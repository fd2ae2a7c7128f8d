/**
 * Tests that the tallies of a list can be rebuilt while its entries change and are recounted. The table is in memory.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timePosition } from '../../lib/lists/position.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import { recountChangedBuckets } from '../../lib/lists/recount-changed-buckets.ts'
import { readTally, writeTally } from '../../lib/lists/tally.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { around, throttled } from '../support/fault-injection.ts'
import { useMemoryTable } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { freshList, idOf, put, remove } from './histories.ts'
import { entryAt, expectExactTallies, interleave, numbers, positionOf, retryUntilDone } from './interleaving.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small-sizes.ts')).smallSizes)

let restoreDatabase = () => {}
beforeAll(() => {
  restoreDatabase = useMemoryTable()
})
afterAll(() => restoreDatabase())

/** Runs `work` after each `interval` requests. */
function runPeriodically(interval: number, work: () => Promise<unknown>): () => void {
  let requestCount = 0
  let isWorking = false
  return around(async (_, send) => {
    const reply = await send()
    if (isWorking || ++requestCount % interval) return reply
    isWorking = true
    await work()
    isWorking = false
    return reply
  })
}

/** Returns the n-th sale. There is a sale every 20 seconds, so that the bucket of each of the 28 hours is divided. */
const sale = (n: number) => ({
  position: timePosition(new Date(Date.UTC(2025, 10, 28) + n * 20_000).toISOString(), idOf(n)),
  measures: [1, n],
})
const lastSale = 5000

test.each([
  ['was never counted', 0],
  ['was counted for its first hour only', 180],
  ['was always counted', lastSale],
])('rebuilding a list that %s leaves the right totals while its last hour keeps changing', async (_, counted) => {
  const list = freshList()
  await put(list, numbers(0, counted).map(sale))
  if (counted > 0) await recountChangedBuckets(list, [sale(0).position])
  await put(list, numbers(counted, lastSale).map(sale))
  let next = lastSale
  const restore = runPeriodically(60, async () => {
    await put(list, [sale(++next)])
    await recountChangedBuckets(list, [sale(next).position])
  })
  const { count } = await rebuildTalliesOfList(list)
  restore()
  expect(next).toBeGreaterThan(lastSale + 1)
  expect(count).toBeGreaterThan(lastSale)
  await expectExactTallies(list)
})

/**
 * Creates a list with a tally of a month that is not used any more, because the tally of the whole list does not say
 * that this month has a tally of its own. Both tallies are wrong.
 */
async function listWithLeftoverTally(): Promise<List> {
  const list = freshList()
  await put(list, numbers(0, 300).map(entryAt))
  await recountChangedBuckets(list, [positionOf(0)])
  const sum = { count: 7, measures: [7n, 7n] }
  const root = await readTally(list, '', true)
  await writeTally(list, { ...root, ...sum, parts: { t202501: sum } })
  const month = await readTally(list, 't202501', true)
  await writeTally(list, { ...month, ...sum, parts: { t20250101: sum } })
  return list
}

test('the next recounts correct the tallies after a rebuild that fails at any request', async () => {
  let limit = 0
  for (let isInterrupted = true; isInterrupted; limit++) {
    const list = await listWithLeftoverTally()
    let requestCount = 0
    const restore = around((_, send) => (++requestCount > limit ? Promise.reject(throttled()) : send()))
    await rebuildTalliesOfList(list).catch(() => {})
    restore()
    isInterrupted = requestCount > limit
    if (isInterrupted) await recountChangedBuckets(list, numbers(0, 300).map(positionOf))
    await expectExactTallies(list)
  }
  expect(limit).toBeGreaterThan(8)
})

const changes = fc.array(fc.tuple(fc.constantFrom(1, 2, 101, 102, 149, 150, 1000), fc.boolean()), {
  minLength: 2,
  maxLength: 6,
})

test('rebuilds and recounts interleaved in any order leave the right totals', async () => {
  const history = fc.record({ before: fc.constantFrom(0, 99, 140), removed: fc.nat(60), edits: changes })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), history, async (s, { before, removed, edits }) => {
      const list = freshList()
      await put(list, numbers(0, before).map(entryAt))
      if (before > 0) await recountChangedBuckets(list, [positionOf(0)])
      await put(list, numbers(before, 150).map(entryAt))
      await remove(list, numbers(0, removed).map(positionOf))
      const started = Promise.withResolvers<void>()
      const recounts = edits.map(async ([n, isPut]) => {
        await started.promise
        await (isPut ? put(list, [entryAt(n)]) : remove(list, [positionOf(n)]))
        await retryUntilDone(() => recountChangedBuckets(list, [positionOf(n)]))
      })
      const rebuilds = [1, 2].map(() => started.promise.then(() => retryUntilDone(() => rebuildTalliesOfList(list))))
      const turns = interleave(s, Promise.all([...recounts, ...rebuilds]))
      started.resolve()
      await turns
      await expectExactTallies(list)
    }),
    { numRuns: 60, endOnFailure: true, reporter: printSeed },
  )
})
