/** Reads the entries of a list within a range of positions, in either direction. */

import { hash64 } from '../core/hash-set.ts'
import { cursorOf, type EntryKey, EntryRow, type List, listPartition, type TableKey } from '../store/list-entry.ts'
import { lastCharacter, numberBound, prefixEnd, timeBound } from './position.ts'
import { maxReadEntries } from './sizes.ts'
import { type Sum, sumOf } from './tally-parts.ts'

/** A range of positions. An entry whose position equals a bound is in the range. */
export interface Range {
  from: string
  to: string
}

export const fullRange: Range = { from: '!', to: lastCharacter }
export const bucketRange = (prefix: string): Range => ({ from: prefix || fullRange.from, to: prefixEnd(prefix) })

/**
 * Returns the range between two timestamps, both included. If only one is undefined, the range has no bound on that
 * side. Returns undefined if both are undefined.
 */
export const timeRange = (from: string | undefined, to: string | undefined): Range | undefined =>
  from === undefined && to === undefined
    ? undefined
    : { from: from ? timeBound(from) : fullRange.from, to: to ? prefixEnd(timeBound(to)) : fullRange.to }

export const rangeFromNumber = (min: number): Range => ({ from: numberBound(min), to: fullRange.to })

export const intersection = (one: Range, other: Range): Range => ({
  from: one.from > other.from ? one.from : other.from,
  to: one.to < other.to ? one.to : other.to,
})

export interface ReadOptions {
  range: Range
  backwards?: boolean
  /** The number of entries to read; all by default. */
  max?: number
  consistent?: boolean
  /** The key of the last entry that an earlier call has read. Reading continues after this entry. */
  startKey?: TableKey | undefined
}

/** The largest `Limit` that DynamoDB accepts for a query. */
const maxLimit = 2_147_483_647

export async function readEntries(list: List, options: ReadOptions): Promise<EntryRow[]> {
  const { range, backwards = false, max, consistent = false, startKey } = options
  if (max === 0 || range.from > range.to) return []
  const query = EntryRow.query
    .inOrder({ partition: listPartition(list) })
    .between({ position: range.from }, { position: range.to })
  const order = backwards ? 'desc' : 'asc'
  const paging = max === undefined ? { pages: 'all' as const } : { limit: Math.min(max, maxLimit), count: max }
  const cursor = startKey ? cursorOf(startKey) : null
  const { data } = await query.go({ order, consistent, cursor, ...paging })
  return data
}

/**
 * Returns whether a list has no entries. Reads an entry instead of the tally, because tallies are updated a little
 * later than entries.
 */
export async function isListEmpty(list: List): Promise<boolean> {
  const entries = await readEntries(list, { range: fullRange, max: 1, consistent: true })
  return entries.length === 0
}

export async function readEntry({ partition, position }: EntryKey): Promise<EntryRow | null> {
  const { data } = await EntryRow.get({ partition, position }).go({ consistent: true })
  return data
}

/** Yields all entries of a list in order, with only one batch in memory. */
export async function* readEntryBatches(list: List, consistent: boolean): AsyncGenerator<EntryRow[]> {
  let from: string | undefined = fullRange.from
  while (from !== undefined) {
    const range: Range = { from, to: fullRange.to }
    const entries = await readEntries(list, { range, max: maxReadEntries, consistent })
    yield entries
    const last = entries.length < maxReadEntries ? undefined : entries.at(-1)
    from = last && prefixEnd(last.position)
  }
}

export const sumOfEntries = (entries: readonly Pick<EntryRow, 'measures'>[]): Sum =>
  sumOf(entries.map(({ measures = [] }) => ({ count: 1, measures })))

/** Returns the hash of an entry. Two sets of entries are compared by the sums of their hashes. */
export const entryHash = ({ partition, position, facets, measures, expiresAt }: EntryRow): bigint =>
  hash64(JSON.stringify([partition, position, facets ?? [], (measures ?? []).map(String), expiresAt ?? 0]))
