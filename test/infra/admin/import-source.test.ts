/** Tests how an import reads from another server: its pages, its limits, and the connection. */

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRateLimitedFetch } from '../../../infra/admin/import-from-server/rate-limited-fetch.ts'
import {
  firstPosition,
  type Position,
  readOffsetPage,
  readTokenPage,
} from '../../../infra/admin/import-from-server/source-pages.ts'
import { emptyStore, startHostedService } from '../../import-source/hosted-service.ts'

afterEach(() => void vi.useRealTimers())

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => ({ id: `${from + n}` }))
const idsOf = (objects: { id: string }[]) => objects.map(({ id }) => id)

type Query = { offset: number; limit: number }

/** Reads all pages; `read` may change the list between two pages. */
async function readAll(read: (query: Query) => unknown, from: Position = firstPosition): Promise<string[]> {
  const ids: string[] = []
  for (let position: Position | null = from; position; ) {
    const { objects, next } = await readOffsetPage(async query => read(query), position)
    ids.push(...idsOf(objects))
    position = next
  }
  return ids
}

describe('a list with offsets', () => {
  test.each([1, 5, 6, 20, 100])('is read whole with pages of %i, whether it has a total or not', async length => {
    const all = numbered(1, 230)
    const items = (offset: number) => ({ items: all.slice(offset, offset + length) })
    expect(await readAll(({ offset }) => ({ totalItems: 230, ...items(offset) }))).toEqual(idsOf(all))
    expect(await readAll(({ offset }) => items(offset))).toEqual(idsOf(all))
  })

  test('returns each object once while new ones arrive at its beginning', async () => {
    let all = numbered(1000, 1200)
    let newest = 1000
    const read = ({ offset }: Query) => {
      const items = all.slice(offset, offset + 50)
      if (newest > 970) {
        newest -= 3
        all = [...numbered(newest, newest + 2), ...all]
      }
      return { totalItems: all.length, items }
    }
    const ids = await readAll(read)
    expect(ids).toEqual(idsOf(numbered(1000, 1200)))
  })

  test('skips none while objects are removed from its beginning', async () => {
    let all = numbered(1, 200)
    const read = ({ offset }: Query) => {
      const items = all.slice(offset, offset + 50)
      all = all.slice(4)
      return { items }
    }
    expect(await readAll(read)).toEqual(idsOf(numbered(1, 200)))
  })

  test('skips none if a page comes twice', async () => {
    const all = numbered(1, 200)
    let count = 0
    const read = ({ offset }: Query) => {
      const from = ++count === 3 ? offset - 45 : offset
      return { totalItems: 200, items: all.slice(from, from + 50) }
    }
    expect(await readAll(read)).toEqual(idsOf(all))
  })

  test('is read whole if its total is too low', async () => {
    const all = numbered(1, 120)
    const read = ({ offset, limit }: Query) => ({ totalItems: 100, limit, items: all.slice(offset, offset + limit) })
    expect(await readAll(read)).toEqual(idsOf(all))
  })

  test('ends if the source returns the same page for all offsets', async () => {
    expect(await readAll(() => ({ items: numbered(1, 3) }))).toEqual(['1', '2', '3'])
  })

  test('goes on from a stored position', async () => {
    const all = numbered(1, 100)
    const read = async ({ offset }: Query) => ({ totalItems: 100, items: all.slice(offset, offset + 20) })
    const first = await readOffsetPage(read, firstPosition)
    const stored = JSON.parse(JSON.stringify(first.next))
    expect([...idsOf(first.objects), ...(await readAll(read, stored))]).toEqual(idsOf(all))
  })

  test.each([[{ items: [{ name: 'a' }] }], [{}], ['text']])('is rejected if it is %j', async body => {
    await expect(readOffsetPage(async () => body, firstPosition)).rejects.toThrow('The source returned a list')
  })
})

test('a list with tokens fails if a token leads to itself', async () => {
  const read = async () => ({ items: numbered(1, 2), continuationToken: 'a' })
  const { next } = await readTokenPage(read, firstPosition)
  await expect(readTokenPage(read, next!)).rejects.toThrow('the same continuation token twice')
})

describe('requests', () => {
  type OnRequest = NonNullable<Parameters<typeof startHostedService>[1]>['onRequest']
  async function start(onRequest: OnRequest, callsPerSecond = 1000) {
    const source = await startHostedService(emptyStore(), { onRequest: onRequest! })
    onTestFinished(source.stop)
    const waits: number[] = []
    const fetch = createRateLimitedFetch({ callsPerSecond, onWait: seconds => waits.push(seconds) })
    return { source, waits, get: () => fetch(new Request(`${source.url}/discounts`)) }
  }

  test('are sent at a limited rate, however many begin at once', async () => {
    const { source, get } = await start(() => {}, 20)
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 5 }, get))
    expect(source.requests).toHaveLength(5)
    expect(performance.now() - startedAt).toBeGreaterThan(190)
  })

  test('are repeated after the time that a 429 names, and no other is sent before', async () => {
    const fault = { status: 429, headers: { 'Retry-After': '1' } }
    const { source, waits, get } = await start((_, count) => (count === 1 ? fault : undefined))
    const first = get()
    await expect.poll(() => waits).toEqual([1])
    await Promise.all([first, get()])
    const [one, ...others] = source.requests.map(({ receivedAt }) => receivedAt)
    expect(others).toHaveLength(2)
    for (const time of others) expect(time - one!).toBeGreaterThan(990)
  })

  test('wait for days if the source asks for it', async () => {
    const fault = { status: 429, headers: { 'Retry-After': String(40 * 24 * 3600) } }
    const { source, waits, get } = await start((_, count) => (count === 1 ? fault : undefined))
    let isDone = false
    const reply = get().then(() => {
      isDone = true
    })
    await expect.poll(() => waits).toEqual([40 * 24 * 3600])
    await new Promise(resolve => setTimeout(resolve, 50))
    expect({ isDone, count: source.requests.length }).toEqual({ isDone: false, count: 1 })
    void reply
  })

  test('fail with one sentence if the connection is lost', async () => {
    const { get } = await start(() => 'lose')
    await expect(get()).rejects.toThrow(/^The source does not answer: .+\.$/)
  })
})
