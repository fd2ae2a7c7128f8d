/** Creates requests for single pages, and the limits of their cost. */

import type { ListModuleName } from './list-modules.ts'
import type { Query } from './model.ts'
import { nameOf } from './request-name.ts'

export interface Limit {
  units: number
  /** The maximum number of calls in sequence; unlimited if undefined. */
  sequentialCalls?: number
}

export interface Request {
  name: string
  module: ListModuleName
  query: Query
  offset: number
  /** The ids of all matches, sorted as on the list. */
  expected: string[]
  limit: Limit
  /** The maximum ratio of the cost in a larger store to the cost in a smaller one. */
  maxRatio?: number | undefined
  /** The cost without tallies, if it is computed instead of measured. */
  unitsWithoutTallies?: number
  /** Whether entries of a list are read and filtered, since no list contains exactly the matches. */
  isFiltered: boolean
}

export const pageLength = 20
/** The maximum ratio of requests that should cost the same in a store of any size. */
export const constantCostRatio = 1.3
const firstPageLimit: Limit = { units: 12, sequentialCalls: 2 }
export const anyPageLimit: Limit = { units: 20, sequentialCalls: 8 }
export const unitsPerThousand = 30

/** The maximum read units of a search, without those of its matches. */
const searchUnits = 5

type ListRequest = Pick<Request, 'module' | 'query' | 'expected' | 'isFiltered'> & {
  /** The length of the list that is filtered, or the number of matches if `isSearch` is true. */
  listLength: number
  /** Whether the API finds the matches by a search for words. */
  isSearch?: boolean
}

/**
 * Returns a request for the first page. For long lists that are not filtered, also returns one for a page in the middle
 * and one for the last page.
 */
export function requestsForPages({ listLength, ...request }: ListRequest): Request[] {
  const { expected, isFiltered } = request
  const allPages = { beginning: 0, middle: Math.floor(expected.length / 2), end: expected.length - pageLength }
  const pages = expected.length > 4 * pageLength && !isFiltered ? allPages : { beginning: 0 }
  return Object.entries(pages).map(([place, offset]) => ({
    ...request,
    offset,
    name: `${nameOf(request)}, ${place}`,
    maxRatio: isFiltered ? undefined : constantCostRatio,
    limit: limitOf({ listLength, ...request }, offset),
  }))
}

/** Returns the maximum cost of the page, including the cost of reading the entries that are filtered. */
function limitOf({ query, expected, isFiltered, listLength, isSearch }: ListRequest, offset: number): Limit {
  const itemUnits = 0.5 * Math.min(pageLength, expected.length - offset)
  if (isSearch) return { units: itemUnits + searchUnits + (unitsPerThousand * listLength) / 1000 }
  const isRange = ['from', 'to', 'excludeZeroSales'].some(name => name in query)
  const limit = isRange || offset > 0 ? anyPageLimit : firstPageLimit
  return isFiltered ? { units: limit.units + (unitsPerThousand * listLength) / 1000 } : limit
}
