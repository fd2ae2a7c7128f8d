/** Reads the entries of a list: a stretch of them in either direction, or all of a bucket. */

import { EntryRow, type List, partitionOf } from '../store/entry.ts'
import { type Sum, sumOf } from './parts.ts'
import { endOf, numberBound, timeBound } from './position.ts'

/** Bounds are texts that sort between positions, and never positions themselves: nothing stands on a bound. */
export interface Range {
  from: string
  to: string
}

export const everything: Range = { from: '!', to: endOf('') }
export const bucketRange = (prefix: string): Range => ({ from: prefix || everything.from, to: endOf(prefix) })

/** All between two times, both included; undefined where neither is given. */
export const between = (from: string | undefined, to: string | undefined): Range | undefined =>
  from === undefined && to === undefined
    ? undefined
    : { from: from ? timeBound(from) : everything.from, to: to ? endOf(timeBound(to)) : everything.to }

/** All that stand at a number or above it. */
export const numbersFrom = (least: number): Range => ({ from: numberBound(least), to: everything.to })

/** What lies in both. */
export const shared = (one: Range, other: Range): Range => ({
  from: one.from > other.from ? one.from : other.from,
  to: one.to < other.to ? one.to : other.to,
})

interface Reading {
  range: Range
  /** From the end of the range towards its beginning. */
  backwards?: boolean
  /** Everything if not given. */
  most?: number
  consistent?: boolean
}

export async function readEntries(list: List, reading: Reading): Promise<EntryRow[]> {
  const { range, backwards = false, most, consistent = false } = reading
  if (most === 0 || range.from > range.to) return []
  const query = EntryRow.query
    .inOrder({ partition: partitionOf(list) })
    .between({ position: range.from }, { position: range.to })
  const order = backwards ? 'desc' : 'asc'
  const amount = most === undefined ? { pages: 'all' as const } : { limit: most, count: most }
  const { data } = await query.go({ order, consistent, ...amount })
  return data
}

export const ofEntries = (entries: readonly Pick<EntryRow, 'measures'>[]): Sum =>
  sumOf(entries.map(({ measures = [] }) => ({ count: 1, measures })))
