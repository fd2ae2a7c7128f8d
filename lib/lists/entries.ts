/** Reads the entries of a list: a stretch of them in either direction, or all of a bucket. */

import { EntryRow, type List, listPartition } from '../store/list-entry.ts'
import { type Sum, sumOf } from './parts.ts'
import { numberBound, prefixEnd, timeBound } from './position.ts'

/** Bounds are texts that sort between positions, and never positions themselves: nothing stands on a bound. */
export interface Range {
  from: string
  to: string
}

export const fullRange: Range = { from: '!', to: prefixEnd('') }
export const bucketRange = (prefix: string): Range => ({
  from: prefix || fullRange.from,
  to: prefixEnd(prefix),
})

/** All between two times, both included; undefined where neither is given. */
export const timeRange = (from: string | undefined, to: string | undefined): Range | undefined =>
  from === undefined && to === undefined
    ? undefined
    : { from: from ? timeBound(from) : fullRange.from, to: to ? prefixEnd(timeBound(to)) : fullRange.to }

/** All that stand at a number or above it. */
export const rangeFromNumber = (least: number): Range => ({ from: numberBound(least), to: fullRange.to })

/** What lies in both. */
export const intersection = (one: Range, other: Range): Range => ({
  from: one.from > other.from ? one.from : other.from,
  to: one.to < other.to ? one.to : other.to,
})

interface ReadOptions {
  range: Range
  /** From the end of the range towards its beginning. */
  backwards?: boolean
  /** Everything if not given. */
  max?: number
  consistent?: boolean
}

export async function readEntries(list: List, reading: ReadOptions): Promise<EntryRow[]> {
  const { range, backwards = false, max, consistent = false } = reading
  if (max === 0 || range.from > range.to) return []
  const query = EntryRow.query
    .inOrder({ partition: listPartition(list) })
    .between({ position: range.from }, { position: range.to })
  const order = backwards ? 'desc' : 'asc'
  const amount = max === undefined ? { pages: 'all' as const } : { limit: max, count: max }
  const { data } = await query.go({ order, consistent, ...amount })
  return data
}

export const sumOfEntries = (entries: readonly Pick<EntryRow, 'measures'>[]): Sum =>
  sumOf(entries.map(({ measures = [] }) => ({ count: 1, measures })))
