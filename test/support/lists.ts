/** Follows the pages of a list, and compares them with a plain array that the test filters and sorts itself. */

import fc from 'fast-check'
import { expect } from 'vitest'
import type { Reply } from './store.ts'

export type Query = Record<string, string>

/** Returns the query of the next page, from the Link header. */
export function nextQuery({ headers }: Reply): Query | null {
  const [, link] = /^<([^>]+)>; rel="next"$/.exec(headers.Link ?? '') ?? []
  return link === undefined ? null : Object.fromEntries(new URL(link, 'https://store').searchParams)
}

/** Returns all pages, up to the first page without a next link. */
export async function allPages(getPage: (query: Query) => Promise<Reply>, first: Query = {}) {
  const pages: Reply[] = []
  for (let query: Query | null = first; query; query = nextQuery(pages.at(-1)!)) {
    if (pages.length > 50) throw new Error('The list has no end.')
    pages.push(await getPage(query))
  }
  return pages
}

type SortKeys = readonly (string | number)[]

/** Describes how a list selects and sorts its objects, independently of the code under test. */
export interface ListModel<T> {
  /** Functions that return whether a filter matches an object, by the name of the filter's parameter. */
  filters: Record<string, (object: T, value: string, query: Query) => boolean>
  /** Returns whether the list shows an object that all filters match. By default, the list shows every such object. */
  isListed?: (object: T, query: Query) => boolean
  /**
   * Returns the keys by which objects are sorted in descending order. If the first keys are equal, the second ones
   * decide, and so on.
   */
  sortKeys: (object: T, query: Query) => SortKeys
}

export const normalized = (text: string | null) => (text ?? '').normalize('NFKC').toLowerCase()
export const isSameText = (one: string | null, other: string) => normalized(one) === normalized(other)
export const containsText = (text: string | null, part: string) => normalized(text).includes(normalized(part))

/**
 * `isSince` and `isUntil` compare a date with the bounds of a range. If a range ends with a day, it includes the last
 * millisecond of the day.
 */
export const isSince = (date: string, from: string) => Date.parse(date) >= Date.parse(from)
export const isUntil = (date: string, to: string) =>
  Date.parse(date) <= Date.parse(to.length === 10 ? `${to}T23:59:59.999Z` : to)

export const dateFilters = {
  from: ({ creationDate }: { creationDate: string }, value: string) => isSince(creationDate, value),
  to: ({ creationDate }: { creationDate: string }, value: string) => isUntil(creationDate, value),
}

function compareDescending(one: SortKeys, other: SortKeys): number {
  const n = one.findIndex((key, n) => key !== other[n])
  return n < 0 ? 0 : one[n]! > other[n]! ? -1 : 1
}

export function matching<T>(objects: readonly T[], query: Query, model: ListModel<T>): T[] {
  const { filters, isListed = () => true, sortKeys } = model
  const criteria = Object.entries(query).filter(([name, value]) => value !== '' && name in filters)
  return objects
    .filter(object => isListed(object, query))
    .filter(object => criteria.every(([name, value]) => filters[name]!(object, value, query)))
    .toSorted((one, other) => compareDescending(sortKeys(one, query), sortKeys(other, query)))
}

/** Generates queries with some of the parameters. Each parameter has one of its values. */
export const queriesOf = (values: Record<string, readonly string[]>, maxLength = Object.keys(values).length) =>
  fc
    .subarray(Object.keys(values), { maxLength })
    .chain(names => fc.record(Object.fromEntries(names.map(name => [name, fc.constantFrom(...values[name]!)]))))

interface ListUnderTest<T> extends ListModel<T> {
  objects: readonly T[]
  list: (query: Query) => Promise<Reply>
  /**
   * Returns the value that a test expects for an object, such as its id. `showItem` returns the actual value, from the
   * item of the reply.
   */
  show: (object: T, query: Query) => unknown
  showItem: (item: any) => unknown
}

/**
 * Returns functions that compare a list with its model. The list must have offsets and at most 100 objects on a page.
 */
export function compareList<T>({ objects, list, show, showItem, ...model }: ListUnderTest<T>) {
  const shown = (query: Query) => matching(objects, query, model).map(object => show(object, query))

  /**
   * Sends a query, and compares the reply with the model. `offset` and `limit` are the values that the API applies. The
   * query may have other values, such as a limit that is too high, or none.
   */
  async function expectReply(query: Query, { offset, limit }: { offset: number; limit: number }) {
    const expected = shown(query)
    const reply = await list(query)
    expect({ query, ...reply.body, items: reply.body.items?.map(showItem) }).toEqual({
      query,
      totalItems: expected.length,
      offset,
      limit,
      items: expected.slice(offset, offset + limit),
    })
    return { reply, total: expected.length }
  }

  /** Compares one page. Returns how many objects match the query in total. */
  async function expectPage(query: Query, { offset = 0, limit = 100 } = {}): Promise<number> {
    const sent = { ...query, offset: String(offset), limit: String(limit) }
    const { reply, total } = await expectReply(sent, { offset, limit })
    const isLast = limit === 0 || offset + limit >= total
    expect(nextQuery(reply)).toEqual(isLast ? null : { ...sent, offset: String(offset + limit) })
    return total
  }

  async function expectAllPages(first: Query): Promise<void> {
    const pages = await allPages(list, first)
    const expected = shown(first)
    expect(pages.flatMap(({ body }) => body.items.map(showItem))).toEqual(expected)
    expect(pages).toHaveLength(Math.ceil(expected.length / Number(first.limit)))
  }

  const expectRandomPages = (queries: fc.Arbitrary<Partial<Query>>, numRuns: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(queries, fc.nat(objects.length), fc.nat(objects.length), async (query, offset, limit) => {
        await expectPage(query as Query, { offset, limit })
      }),
      { numRuns },
    )

  return { shown, expectReply, expectPage, expectAllPages, expectRandomPages }
}
