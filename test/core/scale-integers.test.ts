import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleIntegers } from '../../lib/core/scale-integers.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test.each([
  [[100, 100, 100], { part: 1, whole: 3 }, [34, 33, 33]],
  [[1, 1, 1], { part: 1, whole: 3 }, [1, 0, 0]],
  [[4, 5, 3], { part: 1, whole: 3 }, [1, 2, 1]],
  [[5, 0, 10], { part: 1, whole: 2 }, [3, 0, 5]],
  [[7], { part: 0, whole: 3 }, [0]],
  [[7], { part: 3, whole: 0 }, [0]],
])('shares %j by %j', (values, proportion, expected) => {
  expect(scaleIntegers(values, { ...proportion, limits: values })).toEqual(expected)
})

test('a unit that a limit keeps out of one share goes to the next', () => {
  expect(scaleIntegers([10, 10], { part: 1, whole: 2, limits: [4, 10] })).toEqual([4, 6])
  expect(scaleIntegers([10, 10], { part: 1, whole: 2, limits: [4, 5] })).toEqual([4, 5])
})

test('shares add up to the rounded whole, or to their limits', () => {
  const amount = fc.nat({ max: 10 ** 14 })
  const cases = fc
    .tuple(fc.array(fc.tuple(amount, amount), { maxLength: 5 }), amount, amount)
    .map(([values, one, other]) => ({ values, part: Math.min(one, other), whole: Math.max(one, other, 1) }))
  fc.assert(
    fc.property(cases, ({ values: pairs, part, whole }) => {
      const values = pairs.map(([value]) => value)
      const limits = pairs.map(([value, limit]) => Math.min(value, limit))
      const shares = scaleIntegers(values, { part, whole, limits })
      const exact = values.reduce((total, value) => total + BigInt(value) * BigInt(part), 0n)
      const rounded = Number((2n * exact + BigInt(whole)) / (2n * BigInt(whole)))
      expect(sum(shares)).toBe(Math.min(rounded, sum(limits)))
      for (const [n, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(limits[n]!)
      }
    }),
    { numRuns: 500 },
  )
})
