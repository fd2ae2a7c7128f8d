/**
 * Finds a page of the objects that contain a text, from the entries of a search list. How much is read depends on the
 * number of matches, and not on the size of the store.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import { type EntryRow, entryRowsOf, type List, type ListEntry } from '../store/list-entry.ts'
import { fullRange, readEntries } from './entries.ts'
import type { EntryPage } from './entry-page.ts'
import { moveToFront } from './filtered-entry-page.ts'
import { type Filter, type ListQuery, matchesAll, type Paging } from './list-query.ts'
import { hasSearchLists } from './lists-version.ts'
import { idOfPosition, timePositionAtEnd } from './position.ts'
import { mayBeginInside, parseWantedText, positionPrefix, prefixOfWord, prefixRange } from './search-entries.ts'
import { findWordsAround } from './search-words.ts'

/** If more words contain the wanted text after their first character, reading the list of all entries costs less. */
const maxWords = 200
/** The number of words whose entries are read at the same time. */
const maxConcurrentWords = 16
/** Up to this number, loading the objects costs less than reading a list of all of them. */
const maxLoadedObjects = 60

/**
 * Null if the text cannot be searched. Otherwise a page of the matches. If a list must be read to sort the matches or to
 * test other filters, the filters for the entries of this list instead, and the total of the matches if it is known.
 */
type SearchResult = { page: EntryPage } | { filters: readonly Filter[]; total?: number } | null

export async function search(query: ListQuery, paging: Paging): Promise<SearchResult> {
  const { filters, searchEntries } = query
  const searched = filters.find(filter => filter.search)
  if (!searchEntries || !searched?.search || filters.some(({ isOnlyOnList }) => isOnlyOnList)) return null
  const { account, mode } = query
  const { list, wanted } = searched.search
  const [isReady, matches] = await Promise.all([hasSearchLists(query), findMatches({ account, mode, list }, wanted)])
  if (!isReady || !matches) return null
  const others = filters.filter(filter => filter !== searched || !matches.isComplete)
  const entries = await entriesOnFullList(query, { matches, others })
  if (entries) return { page: pageOf(entries.filter(matchesAll(others)), query, paging) }
  const ids = new Set(matches.entries.filter(searchEntries.isListed ?? (() => true)).map(idOf))
  const isMatch: Filter = { matches: ({ position = '' }) => ids.has(idOfPosition(position)) }
  const isTotal = others.length === 0 && !query.range && !query.firstId
  return { filters: [...others, isMatch], ...(isTotal && { total: ids.size }) }
}

const idOf = ({ position }: EntryRow) => idOfPosition(position)

interface Matches {
  /** One search entry for each object. */
  entries: EntryRow[]
  /** False if the search entries do not show whether the objects contain the whole wanted text. */
  isComplete: boolean
}

/** Returns null if the wanted text has no word, or if it is contained in too many words. */
async function findMatches(list: List, wanted: string): Promise<Matches | null> {
  const text = parseWantedText(wanted)
  if (!text) return null
  const words = mayBeginInside(text) ? await findWordsAround(list, text, maxWords) : []
  if (!words) return null
  const prefixes = [positionPrefix(text), ...words.map(word => prefixOfWord(word, text.following))]
  const read = await mapConcurrent(prefixes, maxConcurrentWords, prefix =>
    readEntries(list, { range: prefixRange(prefix) }),
  )
  const byId = new Map(read.flat().map(entry => [idOf(entry), entry]))
  return { entries: [...byId.values()], isComplete: text.isComplete }
}

/** Returns the entries of the matches on the full list, or null if too many objects would have to be loaded for this. */
async function entriesOnFullList(
  { searchEntries = {}, fullList, fullListParts = [fullList] }: ListQuery,
  { matches: { entries }, others }: { matches: Matches; others: readonly Filter[] },
): Promise<EntryRow[] | null> {
  const { positionOf = positionAtEnd, hasFacets, isListed = () => true, objects } = searchEntries
  if (positionOf && (hasFacets || others.length === 0))
    return entries.filter(isListed).map(entry => ({ ...entry, position: positionOf(entry) }))
  if (!objects || entries.length > maxLoadedObjects) return null
  const rows = await objects.load(entries)
  const isOnFullList = ({ list }: ListEntry) => fullListParts.includes(list)
  return rows.flatMap(row => entryRowsOf(row, objects.listEntriesOf(row).filter(isOnFullList)))
}

const positionAtEnd = ({ position }: EntryRow) => timePositionAtEnd(position)

function pageOf(entries: EntryRow[], { range, direction, firstId }: ListQuery, { offset, limit }: Paging): EntryPage {
  const { from, to } = range ?? fullRange
  const inRange = entries.filter(({ position }) => position > from && position < to)
  const inOrder = inRange.toSorted((one, other) => (one.position < other.position ? -1 : 1))
  if (direction === 'backwards') inOrder.reverse()
  const found = moveToFront(inOrder, firstId)
  return { entries: found.slice(offset, offset + limit), total: found.length }
}
