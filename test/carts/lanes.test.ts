/** Tests that the lists of carts in several lanes are read as one list. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listInLane, openCartsList, openCartsListsByLane, readNewestInLanes } from '../../lib/carts/lanes.ts'
import { idOfPosition, timePosition } from '../../lib/lists/position.ts'
import { EntryRow, type List, listPartition } from '../../lib/store/list-entry.ts'
import { newTenant } from '../support/store.ts'

const at = (minute: number) => new Date(Date.parse('2026-09-01T00:00:00Z') + minute * 60_000).toISOString()

/** Reads a list in batches of about `size` entries, and returns the positions of each batch. */
async function readBatches(list: List, size: number, end = '!'): Promise<string[][]> {
  const batches: string[][] = []
  for (let before: string | undefined; batches.length === 0 || before !== undefined; ) {
    const read = await readNewestInLanes(list, { end, before, size })
    batches.push(read.entries.map(({ position }) => position))
    before = read.before
  }
  return batches
}

test('every entry is read exactly once, newest first, however they are spread over the lanes', {
  tags: ['long'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.nat(99), fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5)), {
        selector: ([minute]) => minute,
        minLength: 15,
        maxLength: 40,
      }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('carts', 'carts/email=jane'),
      async (entries, size, list) => {
        const tenant = await newTenant()
        const rows = entries.map(([minute, lane]) => ({
          partition: listPartition({ ...tenant, list: listInLane(list, lane) }),
          position: timePosition(at(minute), crypto.randomUUID()),
        }))
        await EntryRow.put(rows).go()
        const newest = rows
          .map(({ position }) => position)
          .toSorted()
          .toReversed()
        expect((await readBatches({ ...tenant, list }, size)).flat()).toEqual(newest)
        const end = timePosition(at(50), '')
        const recent = newest.filter(position => position >= end)
        expect((await readBatches({ ...tenant, list }, size, end)).flat()).toEqual(recent)
      },
    ),
    { numRuns: 25 },
  )
})

test('the newest entries are read with one query in each lane if they are spread evenly', async () => {
  const tenant = await newTenant()
  const rows = Array.from({ length: 240 }, (_, n) => ({
    partition: listPartition({ ...tenant, list: openCartsListsByLane[n % openCartsListsByLane.length]! }),
    position: timePosition(at(n), crypto.randomUUID()),
  }))
  await EntryRow.put(rows).go()
  const [first = []] = await readBatches({ ...tenant, list: openCartsList }, 21)
  expect(first.length).toBeGreaterThanOrEqual(21)
  expect(first.map(position => idOfPosition(position))).toEqual(
    rows
      .toReversed()
      .slice(0, first.length)
      .map(({ position }) => idOfPosition(position)),
  )
})
