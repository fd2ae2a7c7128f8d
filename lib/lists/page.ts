/** A page of a list and its exact total, at the same cost wherever in the list it lies. */

import type { EntryRow } from '../store/list-entry.ts'
import { fullRange, intersection, type Range, readEntries } from './entries.ts'
import { type Direction, rank, type StartPoint, select } from './select.ts'
import type { Tallies } from './tally.ts'

export interface PageOptions {
  offset: number
  limit: number
  direction: Direction
  /** The whole list if not given. */
  range?: Range
}

export interface EntryPage {
  entries: EntryRow[]
  total: number
}

/** To pass over so few entries costs less than to look up where the page begins. */
const nearOffset = 40

export async function readPage(tallies: Tallies, wish: PageOptions): Promise<EntryPage> {
  const root = tallies.at('')
  if (wish.offset > nearOffset && (await root).parts) return farPage(tallies, wish)
  return nearPage(tallies, wish)
}

/** Reads from the beginning of the range; a page that comes to its end knows the total without a tally. */
async function nearPage(tallies: Tallies, wish: PageOptions): Promise<EntryPage> {
  const { offset, limit, direction, range = fullRange } = wish
  const max = offset + limit + 1
  const reading = readEntries(tallies.list, { range, backwards: direction === 'backwards', max })
  const [read, { total }] = await Promise.all([reading, extentOf(tallies, wish)])
  const known = read.length < max ? read.length : Math.max(total, read.length)
  return { entries: read.slice(offset, offset + limit), total: known }
}

async function farPage(tallies: Tallies, wish: PageOptions): Promise<EntryPage> {
  const { offset, limit, direction, range = fullRange } = wish
  const { before, total } = await extentOf(tallies, wish)
  const place = clampToRange(await select(tallies, before + offset, direction), range, wish)
  const max = place.skip + limit
  const backwards = direction === 'backwards'
  const read = await readEntries(tallies.list, { range: place.range, backwards, max })
  const entries = read.slice(place.skip)
  const seen = offset - place.skip + read.length
  const isEnd = read.length < max
  if (entries.length > 0) return { entries, total: isEnd ? seen : Math.max(total, seen) }
  /** Behind the end nothing is seen but that the list ends before. */
  return { entries, total: isEnd ? Math.min(total, seen) : total }
}

interface Extent {
  /** Entries passed on the way to the range, in the direction of reading. */
  before: number
  total: number
}

export async function extentOf(tallies: Tallies, { range, direction }: PageOptions): Promise<Extent> {
  const root = await tallies.at('')
  if (!range) return { before: 0, total: root.count }
  const [start, end] = await Promise.all([rank(tallies, range.from), rank(tallies, range.to)])
  const before = direction === 'forwards' ? start.count : root.count - end.count
  return { before, total: Math.max(0, end.count - start.count) }
}

/** Where the bucket of a page's beginning reaches out of the range, the page is counted from the range's own end. */
function clampToRange(place: StartPoint, range: Range, { direction, offset }: PageOptions): StartPoint {
  const { from, to } = place.range
  const reachesOut = direction === 'forwards' ? from < range.from : to > range.to
  return reachesOut ? { range, skip: offset } : { range: intersection(place.range, range), skip: place.skip }
}
