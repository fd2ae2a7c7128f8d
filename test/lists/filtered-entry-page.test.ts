import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFilteredPage } from '../../lib/lists/filtered-entry-page.ts'
import { findShortestList } from '../../lib/lists/find-entries.ts'
import { timePosition } from '../../lib/lists/position.ts'
import { recountChangedBuckets } from '../../lib/lists/recount-changed-buckets.ts'
import { createTallyCache } from '../../lib/lists/tally.ts'
import { EntryRow, listPartition } from '../../lib/store/list-entry.ts'
import { around } from '../support/fault-injection.ts'
import { printSeed } from '../support/seed.ts'
import { idOf, newList, put } from './histories.ts'

const positions = Array.from({ length: 3200 }, (_, n) =>
  timePosition(new Date(Date.UTC(2024, 0, 1) + n * 7_200_000).toISOString(), idOf(n)),
)
const colours = ['red', 'green', 'blue']

async function colouredList() {
  const list = await newList()
  const rows = positions.map((position, n) => ({ partition: listPartition(list), position, facets: [colours[n % 3]!] }))
  await EntryRow.put(rows).go({ concurrent: 4 })
  await recountChangedBuckets(list, positions)
  return list
}

test('finds all matches at any offset, in both directions and between dates, with the exact total', {
  tags: ['long'],
}, async () => {
  const list = await colouredList()
  const [from, to] = ['t20240201', 't20240701']
  const model = positions.filter((position, n) => n % 3 === 0 && position > from && position < to)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(700),
      fc.constantFrom('forwards' as const, 'backwards' as const),
      async (offset, direction) => {
        const { entries, total } = await readFilteredPage(createTallyCache(list), {
          offset,
          limit: 20,
          direction,
          range: { from, to },
          matches: ({ facets }) => facets?.[0] === 'red',
        })
        const inDirection = direction === 'forwards' ? model : model.toReversed()
        expect(entries.map(({ position }) => position)).toEqual(inDirection.slice(offset, offset + 20))
        expect(total).toBe(model.length)
      },
    ),
    { numRuns: 10, endOnFailure: true, reporter: printSeed },
  )
  let queries = 0
  let concurrent = 0
  let maxConcurrent = 0
  const restore = around(async (command, send) => {
    if (command !== 'QueryCommand') return send()
    queries++
    maxConcurrent = Math.max(maxConcurrent, ++concurrent)
    return send().finally(() => concurrent--)
  })
  const allEntries = await readFilteredPage(createTallyCache(list), {
    offset: 0,
    limit: 1,
    direction: 'forwards',
    matches: () => true,
  })
  restore()
  expect(allEntries.total).toBe(3200)
  expect({ queries, maxConcurrent }).toEqual({ queries: 3, maxConcurrent: 3 })
})

test('finds entries that are not in a tally yet', async () => {
  const list = await newList()
  await put(
    list,
    positions.slice(0, 150).map(position => ({ position, measures: [] })),
  )
  expect(
    (
      await readFilteredPage(createTallyCache(list), {
        offset: 0,
        limit: 0,
        direction: 'forwards',
        matches: () => true,
      })
    ).total,
  ).toBe(150)
})

test('chooses the list with the fewest entries', async () => {
  const [long, short] = [await newList(), await newList()]
  await put(
    long,
    positions.slice(0, 30).map(position => ({ position, measures: [] })),
  )
  await recountChangedBuckets(long, positions.slice(0, 30))
  await put(
    short,
    positions.slice(0, 3).map(position => ({ position, measures: [] })),
  )
  await recountChangedBuckets(short, positions.slice(0, 3))
  expect((await findShortestList([long, short])).list).toEqual(short)
  expect((await findShortestList([long])).list).toEqual(long)
})
