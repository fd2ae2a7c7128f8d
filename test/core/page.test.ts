import { expect, test } from 'vitest'
import { nextOffset, PageQuery, toPage } from '../../lib/core/page.ts'

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
  ['the first of several', { offset: 0, limit: 2 }, 5, ['a', 'b'], 2, 2],
  ['the last', { offset: 4, limit: 2 }, 5, ['e'], 2, null],
  ['one that ends with the list', { offset: 3, limit: 2 }, 5, ['d', 'e'], 2, null],
  ['one behind the end', { offset: 9, limit: 2 }, 5, [], 2, null],
  ['one of nothing', { offset: 0, limit: 0 }, 5, [], 0, null],
  ['one that lacks an object', { offset: 0, limit: 3 }, 5, ['a', 'c'], 3, 3],
  ['one too large for a reply', { offset: 0, limit: 3 }, 5, [large, large, large], 2, 2],
])('%s', (_, wish, total, found, limit, next) => {
  const page = toPage(wish, total, found)
  expect(page).toEqual({ totalItems: total, offset: wish.offset, limit, items: found.slice(0, limit) })
  expect(nextOffset(page)).toBe(next)
})

test('an object that is too large by itself is answered all the same', () => {
  expect(toPage({ offset: 0, limit: 2 }, 2, [large.repeat(3), 'b'])).toMatchObject({ limit: 1 })
})
