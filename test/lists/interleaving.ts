/**
 * Runs concurrent work on one list in any sequence that a scheduler picks, and checks the tallies of the list
 * afterwards.
 */

import type fc from 'fast-check'
import { expect } from 'vitest'
import { fullRange, readEntries } from '../../lib/lists/entries.ts'
import { timePosition } from '../../lib/lists/position.ts'
import { maxBucketEntries } from '../../lib/lists/sizes.ts'
import { readTally } from '../../lib/lists/tally.ts'
import { sumOf } from '../../lib/lists/tally-parts.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { around } from '../support/fault-injection.ts'
import { idOf } from './histories.ts'

export const positionOf = (n: number) =>
  timePosition(new Date(Date.UTC(2025, 0, 1) + n * 3_600_000).toISOString(), idOf(n))
export const entryAt = (n: number) => ({ position: positionOf(n), measures: [1, n] })
export const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

/** Compares every tally of the list with its entries. */
export async function expectExactTallies(list: List) {
  const entries = await readEntries(list, { range: fullRange, consistent: true })
  await expectBucket(
    list,
    '',
    entries.map(({ position, measures = [] }) => ({ position, measures })),
  )
}

async function expectBucket(list: List, prefix: string, inside: { position: string; measures?: bigint[] }[]) {
  const { count, measures, parts = {} } = await readTally(list, prefix, true)
  expect({ prefix, count: sumOf(Object.values(parts)).count }).toEqual({ prefix, count })
  expect({ prefix, count }).toEqual({ prefix, count: inside.length })
  expect(measures[1] ?? 0n).toBe(inside.reduce((sum, entry) => sum + (entry.measures?.[1] ?? 0n), 0n))
  for (const [bucket, part] of Object.entries(parts)) {
    const bucketEntries = inside.filter(({ position }) => position.startsWith(bucket))
    expect({ bucket, count: part.count }).toEqual({ bucket, count: bucketEntries.length })
    if (part.divided) await expectBucket(list, bucket, bucketEntries)
    else expect(part.count, bucket).toBeLessThanOrEqual(maxBucketEntries)
  }
}

/** Runs the work until it succeeds, at most 30 times, as a stream delivers a failed batch again. */
export async function retryUntilDone(work: () => Promise<unknown>) {
  for (let attempts = 0; attempts < 30; attempts++) {
    try {
      return await work()
    } catch {
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  throw new Error('The batch never succeeded.')
}

/** Sends the requests of concurrent work one at a time, in a sequence that the scheduler chooses. */
export async function interleave(s: fc.Scheduler, work: Promise<unknown>) {
  let pending = 0
  let done = false
  void Promise.allSettled([work]).then(() => {
    done = true
  })
  const restore = around(async (_, send) => {
    await s.schedule(Promise.resolve())
    pending++
    return send().finally(() => pending--)
  })
  try {
    while (!done) {
      await new Promise(resolve => setImmediate(resolve))
      if (pending === 0 && s.count() > 0) await s.waitOne()
    }
    await work
  } finally {
    restore()
  }
}
