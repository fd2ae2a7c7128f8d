/** Recounts that race, fail halfway, come twice or late: the tallies come right by themselves. */

import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { recount } from '../../lib/lists/recount.ts'
import { maxBucketEntries } from '../../lib/lists/sizes.ts'
import { readTally } from '../../lib/lists/tally.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { around, lostReply, throttled } from '../support/fault-injection.ts'
import { tellSeed } from '../support/seed.ts'
import { newList, put, remove } from './histories.ts'
import { expectRight, inTurns, numbers, positionOf, standing, untilDone } from './turns.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small.ts')).small)

let calm = () => {}
afterEach(() => calm())

const changes = fc.array(
  fc.tuple(fc.constantFrom(1, 2, 3, maxBucketEntries + 1, maxBucketEntries + 2), fc.boolean()),
  {
    minLength: 3,
    maxLength: 7,
  },
)

test('recounts in whatever order leave what is there, though a list divides and empties meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), changes, async (s, wanted) => {
      const list = await newList()
      await put(list, numbers(0, maxBucketEntries - 1).map(standing))
      await recount(list, [positionOf(0)])
      const started = Promise.withResolvers<void>()
      const work = wanted.map(async ([n, isThere]) => {
        await started.promise
        await (isThere ? put(list, [standing(n)]) : remove(list, [positionOf(n)]))
        await untilDone(() => recount(list, [positionOf(n)]))
      })
      const turns = inTurns(s, Promise.all(work))
      started.resolve()
      await turns
      await expectRight(list)
    }),
    { numRuns: 15, endOnFailure: true, reporter: tellSeed },
  )
}, 120_000)

/** Holds the first write of a tally back until it is let go. */
function heldBack() {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isFirst = true
  calm = around(async (command, send) => {
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
  ['has counted more since', async (list: List) => put(list, [standing(11)])],
  ['has counted as many as stood there before', async (list: List) => remove(list, [positionOf(10)])],
])('a recount that comes late to write counts again when another %s', async (_, change) => {
  const list = await newList()
  await put(list, numbers(0, 5).map(standing))
  await recount(list, [positionOf(0)])
  await put(list, [standing(10)])
  const { reached, release } = heldBack()
  const late = recount(list, [positionOf(10)])
  await reached
  await change(list)
  await recount(list, [positionOf(11)])
  release()
  await late
  await expectRight(list)
})

test('a recount that is throttled, or loses replies, and comes again, leaves what is there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 0, max: 99 })), async weather => {
      const list = await newList()
      await put(list, numbers(0, 130).map(standing))
      calm = around(async (_, send) => {
        const { value: luck } = weather.next()
        if (luck === 0) throw throttled()
        const reply = await send()
        if (luck === 1) throw lostReply()
        return reply
      })
      await untilDone(() => recount(list, numbers(0, 130).map(positionOf)))
      calm()
      await remove(list, numbers(20, 60).map(positionOf))
      await recount(list, numbers(20, 60).map(positionOf))
      await expectRight(list)
    }),
    { numRuns: 10, endOnFailure: true, reporter: tellSeed },
  )
}, 120_000)

test('what nobody recounted is found by the next change nearby', async () => {
  const list = await newList()
  await put(list, numbers(0, 130).map(standing))
  await recount(list, [positionOf(0)])
  await put(list, [standing(200)])
  await recount(list, [positionOf(0)])
  expect((await readTally(list, '', true)).count).toBe(130)
  await put(list, [standing(201)])
  await recount(list, [positionOf(201)])
  await expectRight(list)
})
