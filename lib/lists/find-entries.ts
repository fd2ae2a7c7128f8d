/**
 * Finds the entries for a query. If one list contains exactly the matching entries, reads a page of this list.
 * Otherwise, filters the entries of the smallest list.
 */

import type { Tenant } from '../core/tenant.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import type { Range } from './entries.ts'
import { type EntryPage, type PageOptions, readEntryPage } from './entry-page.ts'
import { readFilteredPage } from './filtered-entry-page.ts'
import { createMergedTallyCache } from './merged-list.ts'
import type { Direction } from './rank-select.ts'
import { createTallyCache, type TallyCache } from './tally.ts'

export interface Filter {
  /** The list of all matching entries, if such a list exists. */
  list?: string
  /** The disjoint lists that are read as `list`, if `list` does not contain all matching entries itself. */
  listParts?: readonly string[]
  /** True if only the entries of `list` show which rows match. */
  isOnlyOnList?: boolean
  matches: (entry: FilteredEntry) => boolean
}

/** An entry to which filters are applied. Its partition belongs to the list from which the entry was read. */
type FilteredEntry = Pick<EntryRow, 'facets'> & Partial<Pick<EntryRow, 'partition'>>

export interface ListQuery extends Tenant {
  fullList: string
  /** The disjoint lists that are read as the full list, if the full list has no entries of its own. */
  fullListParts?: readonly string[]
  filters: readonly Filter[]
  range?: Range | undefined
  direction: Direction
  /** The entity with this id comes first if it matches. The id is ignored if one list contains exactly the matches. */
  firstId?: string | undefined
}

type Lists = Pick<ListQuery, 'account' | 'mode' | 'fullList' | 'fullListParts' | 'filters'>
type Paging = Pick<PageOptions, 'offset' | 'limit'>

export async function findEntries(query: ListQuery, { offset, limit }: Paging): Promise<EntryPage> {
  const { filters, range, direction, firstId } = query
  const options = { offset, limit, direction, ...(range && { range }) }
  const tallies = await findListToRead(query)
  if (isExactAnswer(tallies.list, query)) return readEntryPage(tallies, options)
  return readFilteredPage(tallies, { ...options, matches: matchesAll(filters), firstId })
}

/** Returns the shortest list that contains every match, as a cache of its tallies. */
export async function findListToRead({ account, mode, fullList, fullListParts, filters }: Lists): Promise<TallyCache> {
  const [first, ...others] = filtersWithAllMatches(filters).map(({ list, listParts }) =>
    createCache({ account, mode, list }, listParts),
  )
  return first ? findSmallest([first, ...others]) : createCache({ account, mode, list: fullList }, fullListParts)
}

const createCache = (list: List, parts: readonly string[] | undefined) =>
  parts ? createMergedTallyCache(list, parts) : createTallyCache(list)

/**
 * Returns the list of the first filter that has a list. The caller reads lists without tallies, so the shortest list is
 * not known.
 */
export const firstListToRead = ({ account, mode, fullList, filters }: Lists): List => ({
  account,
  mode,
  list: filtersWithAllMatches(filters)[0]?.list ?? fullList,
})

type ListedFilter = Filter & { list: string }
const hasList = (filter: Filter): filter is ListedFilter => filter.list !== undefined

function filtersWithAllMatches(filters: readonly Filter[]): ListedFilter[] {
  const required = filters.filter(({ isOnlyOnList }) => isOnlyOnList)
  return (required.length > 0 ? required : filters).filter(hasList)
}

/** Returns the list with the fewest entries, because the caller reads all entries of the returned list. */
export async function findSmallest([first, ...others]: readonly [TallyCache, ...TallyCache[]]): Promise<TallyCache> {
  if (others.length === 0) return first
  const counted = await Promise.all([first, ...others].map(async tallies => ({ tallies, ...(await tallies.at('')) })))
  return counted.reduce((min, other) => (other.count < min.count ? other : min)).tallies
}

/** Returns whether every entry of the list matches, so that no filter needs to be tested. */
export const isExactAnswer = ({ list }: List, { filters }: Pick<Lists, 'filters'>) =>
  filters.every(filter => filter.list === list)

export const matchesAll = (filters: readonly Filter[]) => (entry: FilteredEntry) =>
  filters.every(({ matches }) => matches(entry))
