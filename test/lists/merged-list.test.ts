/** Reads disjoint lists as one list, and compares its pages with those of a plain array. */

import fc from 'fast-check'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { fullRange } from '../../lib/lists/entries.ts'
import { readEntryPage } from '../../lib/lists/entry-page.ts'
import { readFilteredPage } from '../../lib/lists/filtered-entry-page.ts'
import { createMergedTallyCache } from '../../lib/lists/merged-list.ts'
import { rebuildTalliesOfList } from '../../lib/lists/rebuild-tallies.ts'
import type { List } from '../../lib/store/list-entry.ts'
import { useMemoryTable } from '../support/memory-table.ts'
import { printSeed } from '../support/seed.ts'
import { testTwice } from '../support/test-twice.ts'
import { applyHistory, freshList, historiesOf } from './histories.ts'

vi.mock('../../lib/lists/sizes.ts', async () => (await import('./small-sizes.ts')).smallSizes)

let restoreDatabase = () => {}
beforeAll(() => {
  restoreDatabase = useMemoryTable()
})
afterAll(() => restoreDatabase())

const names = ['short', 'long', 'other', 'unused'] as const
const positionsOf = ({ positions, seed }: { positions: string[]; seed: number }, list: number) =>
  positions.filter((_, n) => [0, 1, 1, 1, 1, 1, 1, 1, 2, 2][(n * 31 + seed) % 10] === list)

/**
 * A history that is spread over three of the four lists. The second list gets seven of ten entries, so that it divides
 * buckets that the other lists count as a whole.
 */
const anyHistory = fc
  .tuple(historiesOf(250), fc.nat(9), fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }))
  .map(([history, seed, rebuilt]) => ({ ...history, seed, rebuilt }))

async function createLists(list: List, history: typeof anyHistory extends fc.Arbitrary<infer H> ? H : never) {
  const model: string[] = []
  for (const [n, name] of names.entries()) {
    const part = { ...list, list: name }
    model.push(...(await applyHistory(part, positionsOf(history, n), history.removed, history.batches)))
    if (history.rebuilt[n]) await rebuildTalliesOfList(part)
  }
  return model.toSorted()
}

testTwice(
  'every page of lists that are read as one equals the page of a plain array',
  { few: 8, all: 25 },
  async numRuns => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async history => {
        const list = { ...freshList(), list: 'all' }
        const model = await createLists(list, history)
        const [low = '!', high = '~'] = history.bounds.map(n => history.positions[n]?.slice(0, 18)).toSorted()
        for (const range of [undefined, { from: low, to: `${high}~` }])
          for (const direction of ['forwards', 'backwards'] as const)
            for (const offset of [0, ...history.offsets]) {
              const options = { offset, limit: history.limit, direction, ...(range && { range }) }
              const { from, to } = range ?? fullRange
              const inside = model.filter(position => position >= from && position <= to)
              const ordered = direction === 'forwards' ? inside : inside.toReversed()
              const matches = ({ position }: { position: string }) => position.endsWith('3')
              const merged = () => createMergedTallyCache(list, names)
              const page = await readEntryPage(merged(), options)
              expect(page.entries.map(({ position }) => position)).toEqual(
                ordered.slice(offset, offset + history.limit),
              )
              expect(page.total).toBe(inside.length)
              const filtered = await readFilteredPage(merged(), { ...options, matches })
              expect(filtered.total).toBe(inside.filter(position => matches({ position })).length)
            }
      }),
      { numRuns, endOnFailure: true, reporter: printSeed },
    )
  },
)
