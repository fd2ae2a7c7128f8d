/**
 * Tests a thousand random histories on an in-memory table. entry-page.test.ts tests fewer histories, but on DynamoDB
 * Local.
 * @module-tag long
 */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useMemoryTable } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { expectPages, freshList, historiesOf } from './histories.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small-sizes.ts')).smallSizes)

let restoreDatabase = () => {}
beforeAll(() => {
  restoreDatabase = useMemoryTable()
})
afterAll(() => restoreDatabase())

test('every page equals the page of a plain array, for a thousand random histories', async () => {
  let maxLength = 0
  await fc.assert(
    fc.asyncProperty(historiesOf(250), history => {
      maxLength = Math.max(maxLength, history.positions.length)
      return expectPages(freshList(), history)
    }),
    { numRuns: 1000, endOnFailure: true, reporter: printSeed },
  )
  /** A list of this length has buckets that are divided more than once. */
  expect(maxLength).toBeGreaterThan(200)
})
