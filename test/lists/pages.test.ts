/** Random histories of a list, held against a plain array. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everything, type Range } from '../../lib/lists/entries.ts'
import { page } from '../../lib/lists/page.ts'
import { atNumber, atTime, idAt } from '../../lib/lists/position.ts'
import { recount, recountAll } from '../../lib/lists/recount.ts'
import { type Direction, rank } from '../../lib/lists/select.ts'
import { readTally, talliesOf } from '../../lib/lists/tally.ts'
import type { List } from '../../lib/store/entry.ts'
import { idOf, newList, put, remove } from './histories.ts'

/** Times that crowd: now and then many in one second, as in a sale. */
const times = fc.oneof(
  fc.integer({ min: 0, max: 700 * 86_400 }).map(second => Date.UTC(2024, 0, 1) + second * 1000),
  fc.integer({ min: 0, max: 86_400 }).map(second => Date.UTC(2025, 10, 28) + second * 1000),
  fc.constantFrom(Date.UTC(2025, 10, 28, 12), Date.UTC(2025, 10, 28, 12, 0, 0, 1)),
)
const numbers = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 100_000 }), fc.constant(1))

const positions = fc.oneof(
  fc
    .array(times, { maxLength: 900, size: 'max' })
    .map(all => all.map((at, n) => atTime(new Date(at).toISOString(), idOf(n)))),
  fc
    .array(numbers, { maxLength: 900, size: 'max' })
    .map(all => all.map((value, n) => atNumber(value, idOf(n)))),
)

const histories = fc.record({
  positions,
  removed: fc.array(fc.nat(899), { maxLength: 300, size: 'max' }),
  batches: fc.integer({ min: 1, max: 6 }),
  offsets: fc.array(fc.nat(1000), { minLength: 3, maxLength: 6 }),
  limit: fc.constantFrom(0, 1, 20, 100),
  bounds: fc.tuple(fc.nat(899), fc.nat(899)),
})

/** Applies a history batch by batch, recounting what each has touched. */
async function happen(list: List, positions: string[], removed: number[], batches: number) {
  const size = Math.ceil(positions.length / batches) || 1
  for (let start = 0; start < positions.length; start += size) {
    const some = positions.slice(start, start + size)
    await put(
      list,
      some.map((position, n) => ({ position, measures: [n % 7, 100 + n] })),
    )
    await recount(list, some)
  }
  const gone = [...new Set(removed.flatMap(n => positions[n] ?? []))]
  await remove(list, gone)
  if (gone.length > 0) await recount(list, gone)
  return positions.filter(position => !gone.includes(position)).toSorted()
}

async function expectPage(
  list: List,
  model: string[],
  wish: { offset: number; limit: number; direction: Direction; range?: Range },
) {
  const { from, to } = wish.range ?? everything
  const inside = model.filter(position => position >= from && position <= to)
  const seen = wish.direction === 'forwards' ? inside : inside.toReversed()
  const { entries, total } = await page(list, wish)
  expect(entries.map(entry => entry.position)).toEqual(seen.slice(wish.offset, wish.offset + wish.limit))
  expect(total).toBe(inside.length)
}

test('every page of every history is the page of a plain array, with its exact total', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ positions, removed, batches, offsets, limit, bounds }) => {
      const list = await newList()
      const model = await happen(list, positions, removed, batches)
      const [low = '!', high = '~'] = bounds.map(n => positions[n]?.slice(0, 18)).toSorted()
      for (const direction of ['forwards', 'backwards'] as const)
        for (const offset of [0, ...offsets]) {
          await expectPage(list, model, { offset, limit, direction })
          await expectPage(list, model, {
            offset: offset >> 1,
            limit,
            direction,
            range: { from: low, to: `${high}~` },
          })
        }
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

const crowd = {
  'times, half of them in one second': Array.from({ length: 800 }, (_, n) =>
    atTime(new Date(Date.UTC(2025, 5, 1) + (n % 2 ? 0 : n * 7_000_000)).toISOString(), idOf(n)),
  ),
  'numbers, half of them one and the same': Array.from({ length: 800 }, (_, n) =>
    atNumber(n % 2 ? 1 : n, idOf(n)),
  ),
}

test.each(Object.entries(crowd))(
  'pages of %s, at every offset from before the first to behind the last',
  async (_, positions) => {
    const list = await newList()
    const model = await happen(list, positions, [3, 30, 300], 4)
    for (const direction of ['forwards', 'backwards'] as const)
      for (let offset = 0; offset < 850; offset += 23) {
        await expectPage(list, model, { offset, limit: 20, direction })
        await expectPage(list, model, {
          offset,
          limit: 20,
          direction,
          range: { from: model[50]!.slice(0, -1), to: `${model[750]}~` },
        })
      }
  },
)

test('sums of measures between two bounds are differences of ranks', async () => {
  const list = await newList()
  const positions = Array.from({ length: 500 }, (_, n) =>
    atTime(new Date(Date.UTC(2025, 0, 1 + n)).toISOString(), idOf(n)),
  )
  await put(
    list,
    positions.map((position, n) => ({ position, measures: [1, n] })),
  )
  await recount(list, positions)
  const tallies = talliesOf(list)
  const [from, to] = ['t20250201', 't20250301']
  const [start, end] = [await rank(tallies, from), await rank(tallies, to)]
  const inside = positions.flatMap((position, n) => (position > from && position < to ? [n] : []))
  expect(end.count - start.count).toBe(28)
  expect(end.measures[1]! - start.measures[1]!).toBe(inside.reduce((sum, n) => sum + n, 0))
})

test('a recount from scratch says what the recounts on the way have said', async () => {
  const list = await newList()
  const positions = Array.from({ length: 700 }, (_, n) => atNumber(n % 3, idOf(n)))
  await happen(list, positions, [1, 5, 9], 5)
  const before = await readTally(list, '')
  await recountAll(list)
  const { version: _, ...after } = await readTally(list, '')
  expect(after).toEqual({ ...after, count: before.count, measures: before.measures, parts: before.parts })
})

test('positions sort as their values do and tell the id', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      expect(atNumber(one, idOf(0)) < atNumber(other, idOf(0))).toBe(one < other)
    }),
  )
  expect(idAt(atTime('2026-08-30T18:17:32.806Z', idOf(5)))).toBe(idOf(5))
})
