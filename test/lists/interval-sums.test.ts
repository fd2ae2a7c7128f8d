/** Compares the sums of consecutive intervals with those of a plain array. */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readIntervalSums } from '../../lib/lists/interval-sums.ts'
import { localTimeBucket, localTimePosition, timeBound, timePosition } from '../../lib/lists/position.ts'
import { recountChangedBuckets } from '../../lib/lists/recount-changed-buckets.ts'
import { readTally } from '../../lib/lists/tally.ts'
import { around } from '../support/fault-injection.ts'
import { useMemoryTable } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { testTwice } from '../support/test-twice.ts'
import { freshList, idOf, put } from './histories.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small-sizes.ts')).smallSizes)

let restoreDatabase = () => {}
beforeAll(() => {
  restoreDatabase = useMemoryTable()
})
afterAll(() => restoreDatabase())

const start = Date.UTC(2026, 10, 1)
const dateOf = (second: number) => new Date(start + second * 1000).toISOString()
const second = fc.oneof(fc.nat(40 * 86_400), fc.integer({ min: 432_000, max: 440_000 }), fc.constantFrom(0, 432_000))

const kinds = fc.constantFrom(
  { positionOf: timePosition, boundOf: timeBound },
  { positionOf: localTimePosition, boundOf: localTimeBucket },
)

testTwice('the sums of intervals equal those of a plain array', { few: 15, all: 200 }, async numRuns => {
  const histories = fc.record({
    kind: kinds,
    seconds: fc.array(second, { maxLength: 200, size: 'max' }),
    bounds: fc.uniqueArray(second, { minLength: 1, maxLength: 50 }),
  })
  await fc.assert(
    fc.asyncProperty(histories, async ({ kind, seconds, bounds }) => {
      const list = freshList()
      const positions = seconds.map((at, n) => kind.positionOf(dateOf(at), idOf(n)))
      await put(
        list,
        positions.map((position, n) => ({ position, measures: [n, 1] })),
      )
      await recountChangedBuckets(list, positions)
      const { parts = {} } = await readTally(list, '')
      const inOrder = bounds.toSorted((one, other) => one - other)
      const sums = await readIntervalSums({ list, parts, bounds: inOrder.map(at => kind.boundOf(dateOf(at))) })
      const expected = inOrder.slice(1).map((to, n) => {
        const inside = seconds.flatMap((at, i) => (at >= inOrder[n]! && at < to ? [i] : []))
        return { count: inside.length, total: inside.reduce((sum, i) => sum + i, 0) }
      })
      expect(sums.map(({ count, measures: [total = 0n] }) => ({ count, total: Number(total) }))).toEqual(expected)
    }),
    { numRuns, endOnFailure: true, reporter: printSeed },
  )
})

test('days of a daily list are read from its tally only', async () => {
  const list = freshList()
  const positions = Array.from({ length: 100 }, (_, n) => localTimePosition(dateOf(n * 20_000), idOf(n)))
  await put(
    list,
    positions.map(position => ({ position, measures: [1] })),
  )
  await recountChangedBuckets(list, positions)
  const { parts = {} } = await readTally(list, '')
  const bounds = ['2026-11-01', '2026-11-02', '2026-11-08', '2026-11-30'].map(localTimeBucket)
  let calls = 0
  const restore = around((_, send) => {
    calls++
    return send()
  })
  const sums = await readIntervalSums({ list, parts, bounds })
  restore()
  expect(sums.map(({ count }) => count)).toEqual([5, 26, 69])
  expect(calls).toBe(0)
})
