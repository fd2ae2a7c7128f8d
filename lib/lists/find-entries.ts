/**
 * Finds the entries for a query. If the query has a text, searches for the text. Otherwise, or if the search finds no
 * page, reads a page of the list that contains exactly the matching entries, or filters the shortest list.
 */

import type { List } from '../store/list-entry.ts'
import { type EntryPage, readEntryPage } from './entry-page.ts'
import { readFilteredPage, readKnownTotalPage } from './filtered-entry-page.ts'
import { type Filter, type ListQuery, matchesAll, type Paging } from './list-query.ts'
import { createMergedTallyCache } from './merged-list.ts'
import { searchByText } from './search-by-text.ts'
import { createTallyCache, type TallyCache } from './tally.ts'

type Lists = Pick<ListQuery, 'account' | 'mode' | 'fullList' | 'fullListParts' | 'filters'>

export async function findEntries(query: ListQuery, paging: Paging): Promise<EntryPage> {
  const result = await searchByText(query, paging, await shortestLength(query))
  if (result && 'page' in result) return result.page
  const { filters, total } = { ...query, total: undefined, ...result }
  if (total === undefined) return findListedEntries({ ...query, filters }, paging)
  const { direction } = query
  return readKnownTotalPage(fullListOf(query), total, { ...paging, direction, matches: matchesAll(filters) })
}

/**
 * Returns the length of the shortest list among the lists of the filters. Returns undefined if no filter has a list, or
 * if the query has no text.
 */
async function shortestLength(query: ListQuery): Promise<number | undefined> {
  const { filters } = query
  if (!filters.some(({ search }) => search) || !filters.some(({ list }) => list)) return undefined
  /**
   * If search entries have no facets, `searchByText` only needs to know that a filter has a list. It does not use the
   * length, so the length is not read.
   */
  if (!query.searchEntries?.hasFacets) return 0
  return (await (await findListToRead(query)).at('')).count
}

/** Finds the entries on the shortest list that contains every match. */
async function findListedEntries(query: ListQuery, { offset, limit }: Paging): Promise<EntryPage> {
  const { filters, range, direction, firstId } = query
  const options = { offset, limit, direction, ...(range && { range }) }
  const tallies = await findListToRead(query)
  if (hasOnlyMatches(tallies.list, query)) return readEntryPage(tallies, options)
  return readFilteredPage(tallies, { ...options, matches: matchesAll(filters), firstId })
}

/**
 * Finds the shortest list that contains every match. Returns a cache that reads the tallies and the entries of this
 * list.
 */
export async function findListToRead({ account, mode, fullList, fullListParts, filters }: Lists): Promise<TallyCache> {
  const [first, ...others] = listsWithAllMatches(filters).map(list => ({ account, mode, list }))
  return first ? findShortestList([first, ...others]) : fullListOf({ account, mode, fullList, fullListParts })
}

const fullListOf = ({ account, mode, fullList: list, fullListParts }: Omit<Lists, 'filters'>): TallyCache =>
  fullListParts
    ? createMergedTallyCache({ account, mode, list }, fullListParts)
    : createTallyCache({ account, mode, list })

/**
 * Returns the list of the first filter that has a list, or the full list if no filter has one. The caller reads lists
 * without tallies, so the shortest list cannot be chosen.
 */
export const firstListToRead = ({ account, mode, fullList, filters }: Lists): List => ({
  account,
  mode,
  list: listsWithAllMatches(filters)[0] ?? fullList,
})

function listsWithAllMatches(filters: readonly Filter[]): string[] {
  const required = filters.filter(({ isOnlyOnList }) => isOnlyOnList)
  return (required.length > 0 ? required : filters).flatMap(({ list }) => (list === undefined ? [] : [list]))
}

/** Returns the list with the fewest entries, because the caller reads all entries of the returned list. */
export async function findShortestList([list, ...others]: readonly [List, ...List[]]): Promise<TallyCache> {
  const first = createTallyCache(list)
  if (others.length === 0) return first
  const counted = await Promise.all(
    [first, ...others.map(createTallyCache)].map(async tallies => ({ tallies, ...(await tallies.at('')) })),
  )
  return counted.reduce((min, other) => (other.count < min.count ? other : min)).tallies
}

/** Returns whether every entry of the list matches, so that no filter needs to be tested. */
export const hasOnlyMatches = ({ list }: List, { filters }: Pick<Lists, 'filters'>) =>
  filters.every(filter => filter.list === list)
