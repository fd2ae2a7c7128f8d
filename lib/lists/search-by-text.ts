/**
 * Finds a page of the objects that contain a text, by reading entries of a search list. How much is read depends on the
 * number of matches, and not on the size of the store.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import { fullRange, readEntries } from './entries.ts'
import type { EntryPage } from './entry-page.ts'
import { moveIdToFront } from './filtered-entry-page.ts'
import { type Filter, type ListQuery, matchesAll, type Paging } from './list-query.ts'
import { hasSearchLists } from './lists-version.ts'
import { idOfPosition, timePositionAtEnd } from './position.ts'
import {
  mayBeginInside,
  parseWantedText,
  positionPrefix,
  prefixOfWord,
  prefixRange,
  spellingsOf,
  type WantedText,
} from './search-entries.ts'
import { findWordsContaining } from './word-suffixes.ts'

/**
 * The maximum number of suffixes of words that begin with the wanted text. If there are more such suffixes, reading the
 * list of all entries costs less than a search.
 */
const maxWords = 200
/** The number of words whose entries are read at the same time. */
const maxConcurrentWords = 16

/**
 * The result is null if the text cannot be searched for, or if reading another list costs less. The result contains a
 * `page` if search entries are enough to filter and sort the matches. Otherwise, the caller must apply `filters` to the
 * entries of another list. `total` is the number of matches, if it is known.
 */
type SearchResult = { page: EntryPage } | { filters: readonly Filter[]; total?: number } | null

/**
 * `shortest` is the length of the shortest list of the other filters; undefined if they have no list. Reading this list
 * costs less than a search if there are more matches than half of `shortest`, or if search entries have no facets.
 */
export async function searchByText(query: ListQuery, paging: Paging, shortest?: number): Promise<SearchResult> {
  const { account, mode, filters, searchEntries } = query
  const searched = filters.find(filter => filter.search)
  if (!searchEntries || !searched?.search || filters.some(({ isOnlyOnList }) => isOnlyOnList)) return null
  const { positionOf = positionAtEnd, hasFacets, isListed = () => true } = searchEntries
  if (shortest !== undefined && !hasFacets) return null
  const { list, wanted } = searched.search
  const finding = findMatches({ account, mode, list }, wanted, shortest && shortest / 2)
  const [isReady, matches] = await Promise.all([hasSearchLists(query), finding])
  if (!isReady || !matches) return null
  const others = filters.filter(filter => filter !== searched || !matches.isComplete)
  const entries = matches.entries.filter(isListed)
  if (positionOf && (hasFacets || others.length === 0)) {
    const found = entries.filter(matchesAll(others)).map(entry => ({ ...entry, position: positionOf(entry) }))
    return { page: pageOf(found, query, paging) }
  }
  return filtersFor(entries, others, query)
}

const positionAtEnd = ({ position }: EntryRow) => timePositionAtEnd(position)

function filtersFor(entries: readonly EntryRow[], others: readonly Filter[], { range, firstId }: ListQuery) {
  const ids = new Set(entries.map(idOf))
  const isMatch: Filter = { matches: ({ position = '' }) => ids.has(idOfPosition(position)) }
  const isTotal = others.length === 0 && !range && !firstId
  return { filters: [...others, isMatch], ...(isTotal && { total: ids.size }) }
}

const idOf = ({ position }: EntryRow) => idOfPosition(position)

interface Matches {
  /** One search entry for each object that matches. */
  entries: EntryRow[]
  /** False if the search entries do not show whether the objects contain the whole wanted text. */
  isComplete: boolean
}

/**
 * Finds a search entry for each object that contains the wanted text. Returns null if the text has no word, if too many
 * words contain the text, or if there are more than `max` matches.
 */
async function findMatches(list: List, wanted: string, max = Number.POSITIVE_INFINITY): Promise<Matches | null> {
  const texts = spellingsOf(wanted).flatMap(spelling => parseWantedText(spelling) ?? [])
  const [text] = texts
  if (!text) return null
  const found = await Promise.all(texts.map(spelling => readMatches(list, spelling, max)))
  const byId = new Map(found.flatMap(entries => entries ?? []).map(entry => [idOf(entry), entry]))
  return found.includes(null) || byId.size > max ? null : { entries: [...byId.values()], isComplete: text.isComplete }
}

/** Returns the search entries that match one spelling of the wanted text. An object may have several of them. */
async function readMatches(list: List, text: WantedText, max: number): Promise<EntryRow[] | null> {
  const read = (prefix: string) =>
    readEntries(list, { range: prefixRange(prefix), ...(Number.isFinite(max) && { max: Math.floor(max) + 1 }) })
  const [atBeginning, words] = await Promise.all([
    read(positionPrefix(text)),
    mayBeginInside(text) ? findWordsContaining(list, text, Math.min(maxWords, max)) : [],
  ])
  if (!words || atBeginning.length > max) return null
  const inside = await mapConcurrent(words, maxConcurrentWords, word => read(prefixOfWord(word, text.following)))
  return [...atBeginning, ...inside.flat()]
}

function pageOf(entries: EntryRow[], { range, direction, firstId }: ListQuery, { offset, limit }: Paging): EntryPage {
  const { from, to } = range ?? fullRange
  const inRange = entries.filter(({ position }) => position > from && position < to)
  const inOrder = inRange.toSorted((one, other) => (one.position < other.position ? -1 : 1))
  if (direction === 'backwards') inOrder.reverse()
  const found = moveIdToFront(inOrder, firstId)
  return { entries: found.slice(offset, offset + limit), total: found.length }
}
