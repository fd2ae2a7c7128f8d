import { expect, test } from 'vitest'
import { maxSliceItems, nextOffset, PageQuery, toPage, toSlice } from '../../lib/core/paging.ts'

const read = (query: object) => {
  const { success, data } = PageQuery.safeParse(query)
  return success ? [data.offset, data.limit] : null
}

test.each([
  [{}, [0, 20]],
  [{ offset: '40', limit: '0' }, [40, 0]],
  [{ limit: 100 }, [0, 100]],
  [{ limit: '101' }, [0, 100]],
  [{ limit: 2_000_000_000 }, [0, 100]],
  [{ limit: -1 }, null],
  [{ offset: -1 }, null],
  [{ limit: 2.5 }, null],
  [{ offset: 'x' }, null],
])('reads %j as %j', (query, expected) => expect(read(query)).toEqual(expected))

const large = 'x'.repeat(2_000_000)

test.each([
  ['the first page of several', { offset: 0, limit: 2 }, 5, ['a', 'b'], 2, 2],
  ['the last page', { offset: 4, limit: 2 }, 5, ['e'], 2, null],
  ['a page that ends with the list', { offset: 3, limit: 2 }, 5, ['d', 'e'], 2, null],
  ['an empty page after the end', { offset: 9, limit: 2 }, 5, [], 2, null],
  ['an empty page for a limit of 0', { offset: 0, limit: 0 }, 5, [], 0, null],
  ['a page with a missing object', { offset: 0, limit: 3 }, 5, ['a', 'c'], 3, 3],
  ['a shorter page if objects are too large for a reply', { offset: 0, limit: 3 }, 5, [large, large, large], 2, 2],
])('returns %s', (_, options, total, items, limit, next) => {
  const page = toPage(options, total, items)
  expect(page).toEqual({ totalItems: total, offset: options.offset, limit, items: items.slice(0, limit) })
  expect(nextOffset(page)).toBe(next)
})

test('returns an object even if it is too large by itself', () => {
  expect(toPage({ offset: 0, limit: 2 }, 2, [large.repeat(3), 'b'])).toMatchObject({ limit: 1 })
})

const rows = (count: number, size = 1) =>
  Array.from({ length: count }, (_, n) => ({ id: String(n), text: 'x'.repeat(size) }))
const sliceOf = (count: number, size?: number) => {
  const { items, next } = toSlice(rows(count, size), row => row)
  return { count: items.length, next }
}

test('returns a short array in full, without a next slice', () => {
  expect(sliceOf(0)).toEqual({ count: 0, next: null })
  expect(sliceOf(maxSliceItems)).toEqual({ count: maxSliceItems, next: null })
})

test('ends a slice after a thousand items, with the start of the next slice', () => {
  expect(sliceOf(maxSliceItems + 1)).toEqual({ count: maxSliceItems, next: { after: '999' } })
})

test('ends a slice before five megabytes, but has at least one item', () => {
  expect(sliceOf(60, 100_000)).toEqual({ count: 49, next: { after: '48' } })
  expect(sliceOf(2, 6_000_000)).toEqual({ count: 1, next: { after: '0' } })
})

test.each([
  ['plain text', 'x'.repeat(50_000)],
  ['JSON as text', JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ sku: `A${n}`, qty: '2' })))],
  ['quotation marks only', '"'.repeat(50_000)],
])('a page with %s has as many items as Lambda can return', (_, text) => {
  const found = Array.from({ length: 300 }, () => ({ text }))
  const { items } = toPage({ offset: 0, limit: 300 }, 300, found)
  const resultBytes = (body: unknown) =>
    Buffer.byteLength(JSON.stringify({ statusCode: 200, body: JSON.stringify(body) }))
  expect(items.length).toBeLessThan(300)
  expect(resultBytes(items)).toBeLessThan(6_200_000)
  expect(resultBytes(items)).toBeGreaterThan(4_800_000)
})
