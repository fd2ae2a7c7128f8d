/** A page of a list and its exact total, at the same cost wherever in the list it lies. */

import type { EntryRow } from '../store/entry.ts'
import { everything, type Range, readEntries, shared } from './entries.ts'
import { type Direction, type Place, rank, select } from './select.ts'
import type { Tallies } from './tally.ts'

export interface PageWish {
  offset: number
  limit: number
  direction: Direction
  /** The whole list if not given. */
  range?: Range
}

export interface Page {
  entries: EntryRow[]
  total: number
}

/** To pass over so few entries costs less than to look up where the page begins. */
const nearby = 40

export async function page(tallies: Tallies, wish: PageWish): Promise<Page> {
  const root = tallies.at('')
  if (wish.offset > nearby && (await root).parts) return farPage(tallies, wish)
  return nearPage(tallies, wish)
}

/** Reads from the beginning of the range; a page that comes to its end knows the total without a tally. */
async function nearPage(tallies: Tallies, wish: PageWish): Promise<Page> {
  const { offset, limit, direction, range = everything } = wish
  const most = offset + limit + 1
  const reading = readEntries(tallies.list, { range, backwards: direction === 'backwards', most })
  const [read, { total }] = await Promise.all([reading, extentIn(tallies, wish)])
  const known = read.length < most ? read.length : Math.max(total, read.length)
  return { entries: read.slice(offset, offset + limit), total: known }
}

async function farPage(tallies: Tallies, wish: PageWish): Promise<Page> {
  const { offset, limit, direction, range = everything } = wish
  const { before, total } = await extentIn(tallies, wish)
  const place = within(await select(tallies, before + offset, direction), range, wish)
  const most = place.skip + limit
  const backwards = direction === 'backwards'
  const read = await readEntries(tallies.list, { range: place.range, backwards, most })
  const entries = read.slice(place.skip)
  const seen = offset - place.skip + read.length
  const isEnd = read.length < most
  if (entries.length > 0) return { entries, total: isEnd ? seen : Math.max(total, seen) }
  /** Behind the end nothing is seen but that the list ends before. */
  return { entries, total: isEnd ? Math.min(total, seen) : total }
}

interface Extent {
  /** Entries passed on the way to the range, in the direction of reading. */
  before: number
  total: number
}

export async function extentIn(tallies: Tallies, { range, direction }: PageWish): Promise<Extent> {
  const root = await tallies.at('')
  if (!range) return { before: 0, total: root.count }
  const [start, end] = await Promise.all([rank(tallies, range.from), rank(tallies, range.to)])
  const before = direction === 'forwards' ? start.count : root.count - end.count
  return { before, total: Math.max(0, end.count - start.count) }
}

/** Where the bucket of a page's beginning reaches out of the range, the page is counted from the range's own end. */
function within(place: Place, range: Range, { direction, offset }: PageWish): Place {
  const { from, to } = place.range
  const reachesOut = direction === 'forwards' ? from < range.from : to > range.to
  return reachesOut ? { range, skip: offset } : { range: shared(place.range, range), skip: place.skip }
}
