/** Thousands of random histories, on a table in memory; pages.test.ts holds some of them against the real one. */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inMemory } from '../support/memory-table.ts'
import { tellSeed } from '../support/seed.ts'
import { expectPages, freshList, historiesOf } from './histories.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small.ts')).small)

let end = () => {}
beforeAll(() => {
  end = inMemory()
})
afterAll(() => end())

test('two thousand histories, and every page of each is the page of a plain array', async () => {
  let longest = 0
  await fc.assert(
    fc.asyncProperty(historiesOf(250), history => {
      longest = Math.max(longest, history.positions.length)
      return expectPages(freshList(), history)
    }),
    { numRuns: 2000, endOnFailure: true, reporter: tellSeed },
  )
  /** Long enough to be divided, and divided again. */
  expect(longest).toBeGreaterThan(200)
}, 600_000)
