/** Tests that tallies are exact after concurrent, failed, repeated and delayed recounts. */

import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { recountChangedBuckets } from '../../lib/lists/recount-changed-buckets.ts'
import { maxBucketEntries } from '../../lib/lists/sizes.ts'
import { readTally } from '../../lib/lists/tally.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { around, lostReply, throttled } from '../support/fault-injection.ts'
import { printSeed } from '../support/seed.ts'
import { newList, put, remove } from './histories.ts'
import { entryAt, expectExactTallies, interleave, numbers, positionOf, retryUntilDone } from './interleaving.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small-sizes.ts')).smallSizes)

let restore = () => {}
afterEach(() => restore())

const changes = fc.array(fc.tuple(fc.constantFrom(1, 2, 3, maxBucketEntries + 1, maxBucketEntries + 2), fc.boolean()), {
  minLength: 3,
  maxLength: 7,
})

test('recounts in any order leave the right totals, even if buckets divide and empty meanwhile', {
  tags: ['long'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), changes, async (s, edits) => {
      const list = await newList()
      await put(list, numbers(0, maxBucketEntries - 1).map(entryAt))
      await recountChangedBuckets(list, [positionOf(0)])
      const started = Promise.withResolvers<void>()
      const work = edits.map(async ([n, isPut]) => {
        await started.promise
        await (isPut ? put(list, [entryAt(n)]) : remove(list, [positionOf(n)]))
        await retryUntilDone(() => recountChangedBuckets(list, [positionOf(n)]))
      })
      const turns = interleave(s, Promise.all(work))
      started.resolve()
      await turns
      await expectExactTallies(list)
    }),
    { numRuns: 15, endOnFailure: true, reporter: printSeed },
  )
})

/** With the parallelization factor of production, up to ten runs of a worker may recount one list at once. */
test('ten workers that recount one list at once leave the right totals', { tags: ['long'] }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat(9), async (s, removing) => {
      const list = await newList()
      await put(list, numbers(0, maxBucketEntries).map(entryAt))
      await recountChangedBuckets(list, [positionOf(0)])
      const batches = numbers(0, 10).map(worker => numbers(0, 3).map(n => 1000 + 10 * n + worker))
      await put(list, batches.flat().map(entryAt))
      await remove(list, [positionOf(removing)])
      const changed = batches.map((batch, n) => [...batch, ...(n === removing ? [removing] : [])])
      const work = changed.map(batch => retryUntilDone(() => recountChangedBuckets(list, batch.map(positionOf))))
      await interleave(s, Promise.all(work))
      await expectExactTallies(list)
    }),
    { numRuns: 4, endOnFailure: true, reporter: printSeed },
  )
})

/** Delays the first write of a tally until `release` is called. */
function delayFirstWrite() {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isFirst = true
  restore = around(async (command, send) => {
    if (command === 'PutItemCommand' && isFirst) {
      isFirst = false
      reached.resolve()
      await released.promise
    }
    return send()
  })
  return { reached: reached.promise, release: released.resolve }
}

test.each([
  ['has counted more entries', async (list: List) => put(list, [entryAt(11)])],
  ['has counted as many entries as before', async (list: List) => remove(list, [positionOf(10)])],
])('a delayed recount counts again if another recount %s', async (_, change) => {
  const list = await newList()
  await put(list, numbers(0, 5).map(entryAt))
  await recountChangedBuckets(list, [positionOf(0)])
  await put(list, [entryAt(10)])
  const { reached, release } = delayFirstWrite()
  const delayed = recountChangedBuckets(list, [positionOf(10)])
  await reached
  await change(list)
  await recountChangedBuckets(list, [positionOf(11)])
  release()
  await delayed
  await expectExactTallies(list)
})

test('a recount retried after throttling and lost replies leaves the right totals', { tags: ['long'] }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.noBias(fc.integer({ min: 0, max: 99 }))), async chances => {
      const list = await newList()
      await put(list, numbers(0, 130).map(entryAt))
      restore = around(async (_, send) => {
        const { value: chance } = chances.next()
        if (chance === 0) throw throttled()
        const reply = await send()
        if (chance === 1) throw lostReply()
        return reply
      })
      await retryUntilDone(() => recountChangedBuckets(list, numbers(0, 130).map(positionOf)))
      restore()
      await remove(list, numbers(20, 60).map(positionOf))
      await recountChangedBuckets(list, numbers(20, 60).map(positionOf))
      await expectExactTallies(list)
    }),
    { numRuns: 10, endOnFailure: true, reporter: printSeed },
  )
})

test('the next recount of a bucket includes a change that was not counted', async () => {
  const list = await newList()
  await put(list, numbers(0, 130).map(entryAt))
  await recountChangedBuckets(list, [positionOf(0)])
  await put(list, [entryAt(200)])
  await recountChangedBuckets(list, [positionOf(0)])
  expect((await readTally(list, '', true)).count).toBe(130)
  await put(list, [entryAt(201)])
  await recountChangedBuckets(list, [positionOf(201)])
  await expectExactTallies(list)
})
