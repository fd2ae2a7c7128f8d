import { expect, test } from 'vitest'
import { maxSliceItems, toSlice } from '../../lib/core/slice.ts'

const rows = (count: number, size = 1) =>
  Array.from({ length: count }, (_, n) => ({ id: String(n), text: 'x'.repeat(size) }))
const kept = (count: number, size?: number) => {
  const { items, next } = toSlice(rows(count, size), row => row)
  return { count: items.length, next }
}

test('keeps a short list whole, and has no next part', () => {
  expect(kept(0)).toEqual({ count: 0, next: null })
  expect(kept(maxSliceItems)).toEqual({ count: maxSliceItems, next: null })
})

test('cuts after a thousand, and names where the next part starts', () => {
  expect(kept(maxSliceItems + 1)).toEqual({ count: maxSliceItems, next: { after: '999' } })
})

test('cuts before five megabytes, but never down to nothing', () => {
  expect(kept(60, 100_000)).toEqual({ count: 49, next: { after: '48' } })
  expect(kept(2, 6_000_000)).toEqual({ count: 1, next: { after: '0' } })
})
