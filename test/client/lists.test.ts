/** Tests that the client reads whole lists from servers that divide them into pages in different ways. */

import { describe, expect, test } from 'vitest'
import { type Client, UnexpectedReplyError } from '../../lib/client/index.ts'
import { reply, serve } from './fake-api.ts'

const tokensOf = async (orders: ReturnType<Client['orders']['all']>) =>
  (await orders.toArray()).map(({ token }) => token)

const orders = (...tokens: string[]) => tokens.map(token => ({ token }))

describe('a list with an offset', () => {
  test('ends with a page that is not full and completes the total', async () => {
    const page = (totalItems: number, ...tokens: string[]) =>
      reply(200, { totalItems, limit: 2, items: orders(...tokens) })
    const { requests, shop } = await serve([page(3, 'a', 'b'), page(3, 'c')])
    expect(await tokensOf(shop.orders.all({ limit: 2 }))).toEqual(['a', 'b', 'c'])
    expect(requests).toHaveLength(2)
  })

  test('is read on after a full page, as its total can lag behind', async () => {
    const page = (totalItems: number, ...tokens: string[]) => reply(200, { totalItems, items: orders(...tokens) })
    const { requests, shop } = await serve([page(2, 'a', 'b'), page(3, 'c')])
    expect(await tokensOf(shop.orders.all({ limit: 2 }))).toEqual(['a', 'b', 'c'])
    expect(requests).toHaveLength(2)
  })

  test('without a total ends with an empty page, whatever the length of its pages is', async () => {
    const page = (...tokens: string[]) => reply(200, { items: orders(...tokens) })
    const { requests, shop } = await serve([page('a', 'b'), page('c'), page()])
    expect(await tokensOf(shop.orders.all())).toEqual(['a', 'b', 'c'])
    expect(requests.map(({ url }) => url)).toEqual([
      '/prod/orders?limit=100',
      '/prod/orders?limit=100&offset=2',
      '/prod/orders?limit=100&offset=3',
    ])
  })

  test('ends with an empty page if its total is too high', async () => {
    const { requests, shop } = await serve([reply(200, { totalItems: 9, items: [] })])
    expect(await shop.orders.all().toArray()).toEqual([])
    expect(requests).toHaveLength(1)
  })

  test('is read with pages that are shorter than the limit', async () => {
    const all = Array.from({ length: 45 }, (_, n) => String(n))
    const { requests, shop } = await serve([
      (response, { url }) => {
        const offset = Number(new URL(url!, 'http://api').searchParams.get('offset'))
        response.end(JSON.stringify({ totalItems: all.length, items: orders(...all.slice(offset, offset + 20)) }))
      },
    ])
    expect(await tokensOf(shop.orders.all({ limit: 50 }))).toEqual(all)
    expect(requests).toHaveLength(3)
  })

  test('returns each object once while new ones move it to the next page', async () => {
    const list = ['f', 'e', 'd', 'c', 'b', 'a']
    const { shop } = await serve([
      (response, { url }) => {
        const offset = Number(new URL(url!, 'http://api').searchParams.get('offset'))
        response.end(
          JSON.stringify({ totalItems: list.length, limit: 2, items: orders(...list.slice(offset, offset + 2)) }),
        )
        list.unshift(`new ${list.length}`)
      },
    ])
    expect(await tokensOf(shop.orders.all({ limit: 2 }))).toEqual(['f', 'e', 'd', 'c', 'b', 'a'])
  })

  test('is read one page at a time, and no further than its reader asks', async () => {
    const { requests, shop } = await serve([reply(200, { items: orders('a', 'b') })])
    for await (const { token } of shop.orders.all()) if (token === 'b') break
    expect(requests).toHaveLength(1)
  })

  test('is read anew by each iteration', async () => {
    const page = (...tokens: string[]) => reply(200, { totalItems: 1, items: orders(...tokens) })
    const { shop } = await serve([page('a'), page('b')])
    const all = shop.orders.all()
    expect([await tokensOf(all), await tokensOf(all)]).toEqual([['a'], ['b']])
  })
})

test('a list with tokens goes on after an empty page, and ends where there are no more results', async () => {
  const page = (items: object[], continuationToken: string | null, hasMoreResults: boolean) =>
    reply(200, { items, continuationToken, hasMoreResults })
  const cart = { id: '1' }
  const { requests, shop } = await serve([page([], 'n 1', true), page([cart], 'n 2', false)])
  expect(await shop.carts.all({ limit: 20 }).toArray()).toEqual([cart])
  expect(requests.map(({ url }) => url)).toEqual([
    '/prod/carts/abandoned?limit=20',
    '/prod/carts/abandoned?limit=20&continuationToken=n+1',
  ])
})

test('a list with tokens ends at once if its limit is 0', async () => {
  const { requests, shop } = await serve([reply(200, { items: [], continuationToken: 'n 1', hasMoreResults: true })])
  expect(await shop.carts.all({ limit: 0 }).toArray()).toEqual([])
  expect(requests).toHaveLength(1)
})

test('a list with links is one array if its server has no links', async () => {
  const { requests, shop } = await serve([reply(200, [{ id: '1' }, { id: '2' }])])
  expect(await shop.discounts.all().toArray()).toEqual([{ id: '1' }, { id: '2' }])
  expect(requests.map(({ url }) => url)).toEqual(['/prod/discounts'])
})

test('a list fails with the error of a page, after the pages before it', async () => {
  const { shop } = await serve([reply(200, { items: orders('a') }), reply(200, { data: [] })])
  const read: string[] = []
  const reading = (async () => {
    for await (const { token } of shop.orders.all()) read.push(token)
  })()
  await expect(reading).rejects.toThrow(UnexpectedReplyError)
  expect(read).toEqual(['a'])
})
