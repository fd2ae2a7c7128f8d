/**
 * Tests that the state of a store depends neither on the sequence in which its events arrive nor on duplicates.
 * @module-tag long
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesInOrder, historyOf, newWorld, randomOf, shuffledBatches, storeAfter } from './histories.ts'

test('random histories lead to the same store in any order, with every third event twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), fc.integer({ min: 2, max: 30 }), async (seed, length) => {
      const random = randomOf(seed)
      const history = historyOf(random, newWorld(3), length)
      const [expected, actual] = await Promise.all([
        storeAfter(batchesInOrder(history), length),
        storeAfter(shuffledBatches(random, history, 1), length),
      ])
      expect(actual).toEqual(expected)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('five hundred shuffled events, every third twice, in batches of ten from three concurrent senders, lead to the same store', async () => {
  const seed = Math.floor(Math.random() * 1_000_000)
  const random = randomOf(seed)
  const length = 500
  const history = historyOf(random, newWorld(60, 50, 40), length)
  const [expected, actual] = await Promise.all([
    storeAfter(batchesInOrder(history), length),
    storeAfter(shuffledBatches(random, history, 10), length, 3),
  ])
  expect(actual, `seed ${seed}`).toEqual(expected)
})
