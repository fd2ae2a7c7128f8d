import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countIntoBuckets } from '../../lib/lists/divide-into-buckets.ts'
import { decodeParts, encodeParts } from '../../lib/lists/encode-tally-parts.ts'
import { numberPosition, timePosition } from '../../lib/lists/position.ts'
import type { Parts } from '../../lib/lists/tally-parts.ts'
import { printSeed } from '../support/seed.ts'
import { idOf } from './histories.ts'

const buckets = fc.oneof(
  fc
    .date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true })
    .map(at => timePosition(at.toISOString(), idOf(1))),
  fc.nat().map(value => numberPosition(value, idOf(2))),
)
const part = fc.record(
  {
    count: fc.nat(),
    measures: fc.array(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), { maxLength: 3 }),
    divided: fc.constant(true),
  },
  { requiredKeys: ['count', 'measures'] },
)
const parts = fc.dictionary(
  fc.tuple(buckets, fc.integer({ min: 3, max: 50 })).map(([position, length]) => position.slice(0, length)),
  part,
)

test('decoding returns the encoded parts, sorted', () => {
  fc.assert(
    fc.property(parts, some => {
      const read = decodeParts(encodeParts(some))
      expect(read).toEqual(some)
      expect(Object.keys(read)).toEqual(Object.keys(some).toSorted())
    }),
    { endOnFailure: true, reporter: printSeed },
  )
})

const minutes = 60_000
/** Two years of evenly spread sales. */
const sales = Array.from({ length: 100_000 }, (_, n) => ({
  position: timePosition(new Date(Date.UTC(2024, 10, 1) + n * 10.5 * minutes).toISOString(), idOf(n)),
}))

test('the parts of a hundred thousand entries take less than 4 KB', () => {
  const byMonth = Map.groupBy(sales, ({ position }) => position.slice(0, 7))
  const all: Parts = Object.assign({}, ...[...byMonth].map(([month, inside]) => countIntoBuckets(month, inside)))
  expect(Object.keys(all).length).toBeGreaterThan(1000)
  expect(Object.values(all).reduce((sum, { count }) => sum + count, 0)).toBe(sales.length)
  expect(encodeParts(all).length).toBeLessThan(4000)
})

test('usual sums are encoded as in the rows of earlier versions', () => {
  const stored = 'Fca5DcAwDAPA3lOwDwyQih5zr+wPI1cdv2A0B32IEdrL54+SD96lIHZARewVWSRhcmRH5SRtQdgX'
  const usual: Parts = {
    t202607: { count: 98, measures: [120n, 245_000n] },
    t2026080: { count: 71, measures: [-2n, 9_007_199_254_740_991n] },
    t2026081: { count: 140, measures: [150n, 1n], divided: true },
    t202609: { count: 3, measures: [] },
  }
  expect(decodeParts(Buffer.from(stored, 'base64'))).toEqual(usual)
  expect(Buffer.from(encodeParts(usual)).toString('base64')).toBe(stored)
})
