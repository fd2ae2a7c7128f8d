/** Reads a page of a list and the total number of entries, at about the same cost for any offset. */

import type { EntryRow } from '../store/list-entry.ts'
import { fullRange, intersection, type Range } from './entries.ts'
import { type Direction, rank, type StartPoint, select } from './rank-select.ts'
import type { TallyCache } from './tally.ts'

export interface PageOptions {
  offset: number
  limit: number
  direction: Direction
  /** The range to page through; the whole list by default. */
  range?: Range
}

export interface EntryPage {
  entries: EntryRow[]
  total: number
}

/** Up to this offset, reading and skipping entries costs less than finding where the page begins. */
const maxSkippedOffset = 40

export async function readEntryPage(tallies: TallyCache, options: PageOptions): Promise<EntryPage> {
  const root = tallies.at('')
  if (options.offset > maxSkippedOffset && (await root).parts) return farPage(tallies, options)
  return nearPage(tallies, options)
}

/**
 * Reads from the beginning of the range. If the end of the range is reached, the number of entries read is the exact
 * total.
 */
async function nearPage(tallies: TallyCache, options: PageOptions): Promise<EntryPage> {
  const { offset, limit, direction, range = fullRange } = options
  const max = offset + limit + 1
  const reading = tallies.entries({ range, backwards: direction === 'backwards', max })
  const [read, { total }] = await Promise.all([reading, countRange(tallies, options)])
  const exactTotal = read.length < max ? read.length : Math.max(total, read.length)
  return { entries: read.slice(offset, offset + limit), total: exactTotal }
}

/** Finds the beginning of the page with the help of the tallies, and reads from there. */
async function farPage(tallies: TallyCache, options: PageOptions): Promise<EntryPage> {
  const { offset, limit, direction, range = fullRange } = options
  const { before, total } = await countRange(tallies, options)
  const start = clampToRange(await select(tallies, before + offset, direction), range, options)
  const max = start.skip + limit
  const backwards = direction === 'backwards'
  const read = await tallies.entries({ range: start.range, backwards, max })
  const entries = read.slice(start.skip)
  const minTotal = offset - start.skip + read.length
  const isEnd = read.length < max
  if (entries.length > 0) return { entries, total: isEnd ? minTotal : Math.max(total, minTotal) }
  /**
   * The page is empty. If reading has reached the end of the range, the range ends before the page begins. `minTotal`
   * is then the number of entries in the range, so a higher total in the tallies is wrong.
   */
  return { entries, total: isEnd ? Math.min(total, minTotal) : total }
}

interface RangeCount {
  /** The number of entries before the range, in the direction of reading. */
  before: number
  total: number
}

export async function countRange(tallies: TallyCache, { range, direction }: PageOptions): Promise<RangeCount> {
  const root = await tallies.at('')
  if (!range) return { before: 0, total: root.count }
  const [start, end] = await Promise.all([rank(tallies, range.from), rank(tallies, range.to)])
  const before = direction === 'forwards' ? start.count : root.count - end.count
  return { before, total: Math.max(0, end.count - start.count) }
}

/**
 * Limits the start of a page to the range, because the bucket where the page begins may extend beyond the range. If so,
 * reading starts at the bound of the range, and skips `offset` entries.
 */
function clampToRange(start: StartPoint, range: Range, { direction, offset }: PageOptions): StartPoint {
  const { from, to } = start.range
  const reachesOut = direction === 'forwards' ? from < range.from : to > range.to
  return reachesOut ? { range, skip: offset } : { range: intersection(start.range, range), skip: start.skip }
}
