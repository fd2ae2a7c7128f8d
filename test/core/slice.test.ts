import { expect, test } from 'vitest'
import { maxSliceItems, toSlice } from '../../lib/core/page.ts'

const rows = (count: number, size = 1) =>
  Array.from({ length: count }, (_, n) => ({ id: String(n), text: 'x'.repeat(size) }))
const sliceOf = (count: number, size?: number) => {
  const { items, next } = toSlice(rows(count, size), row => row)
  return { count: items.length, next }
}

test('returns a short list in full, without a next slice', () => {
  expect(sliceOf(0)).toEqual({ count: 0, next: null })
  expect(sliceOf(maxSliceItems)).toEqual({ count: maxSliceItems, next: null })
})

test('ends after a thousand items, with the start of the next slice', () => {
  expect(sliceOf(maxSliceItems + 1)).toEqual({ count: maxSliceItems, next: { after: '999' } })
})

test('ends before five megabytes, but has at least one item', () => {
  expect(sliceOf(60, 100_000)).toEqual({ count: 49, next: { after: '48' } })
  expect(sliceOf(2, 6_000_000)).toEqual({ count: 1, next: { after: '0' } })
})
