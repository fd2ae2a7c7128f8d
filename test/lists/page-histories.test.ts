/**
 * Two thousand random histories on an in-memory table; pages.test.ts runs fewer of them on DynamoDB Local.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inMemory } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { expectPages, freshList, historiesOf } from './histories.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small-sizes.ts')).smallSizes)

let end = () => {}
beforeAll(() => {
  end = inMemory()
})
afterAll(() => end())

test('every page equals the page of a plain array, for two thousand random histories', async () => {
  let longest = 0
  await fc.assert(
    fc.asyncProperty(historiesOf(250), history => {
      longest = Math.max(longest, history.positions.length)
      return expectPages(freshList(), history)
    }),
    { numRuns: 2000, endOnFailure: true, reporter: printSeed },
  )
  /** Long enough for buckets to be divided more than once. */
  expect(longest).toBeGreaterThan(200)
}, 600_000)
