/** Events come at least once and in any order, and the store comes out the same. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chanceOf, historyOf, inAnyOrder, inOrder, storeThatHears, worldOf } from './histories.ts'

test('whatever happens, hearing of it in any order and of every third twice makes the same store', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), fc.integer({ min: 2, max: 30 }), async (seed, length) => {
      const chance = chanceOf(seed)
      const history = historyOf(chance, worldOf(3), length)
      const [asItHappened, asItCame] = await Promise.all([
        storeThatHears(inOrder(history), length),
        storeThatHears(inAnyOrder(chance, history, 1), length),
      ])
      expect(asItCame).toEqual(asItHappened)
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

test('a thousand events, every third of them twice and all shuffled, in batches of ten of which three come at once', async () => {
  const seed = Math.floor(Math.random() * 1_000_000)
  const chance = chanceOf(seed)
  const length = 1000
  const history = historyOf(chance, worldOf(100, 80, 60), length)
  const [asItHappened, asItCame] = await Promise.all([
    storeThatHears(inOrder(history), length),
    storeThatHears(inAnyOrder(chance, history, 10), length, 3),
  ])
  expect(asItCame, `seed ${seed}`).toEqual(asItHappened)
}, 300_000)
