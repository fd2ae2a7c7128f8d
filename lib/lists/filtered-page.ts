/** Reads a list against what its entries say of themselves, where no list of its own answers a question. */

import type { EntryRow, List } from '../store/list-entry.ts'
import { fullRange, type Range, readEntries } from './entries.ts'
import { type EntryPage, extentOf, type PageOptions } from './page.ts'
import { select } from './select.ts'
import { type Tallies, talliesOf } from './tally.ts'

interface FilteredPageOptions extends PageOptions {
  matches: (entry: EntryRow) => boolean
}

/** All are looked at, since the total is wanted; the entities themselves never are. */
export async function filteredPage(tallies: Tallies, wish: FilteredPageOptions): Promise<EntryPage> {
  const segments = await segmentsOf(tallies, wish)
  const read = await Promise.all(segments.map(range => readEntries(tallies.list, { range })))
  const found = read.flat().filter(wish.matches)
  const { offset, limit, direction } = wish
  const seen = direction === 'forwards' ? found : found.reverse()
  return { entries: seen.slice(offset, offset + limit), total: seen.length }
}

/** Some 200 KB, a fifth of what one answer of DynamoDB holds. */
const minSegmentEntries = 1000
const maxConcurrentSegments = 8

/** Parts of about equal size that are read at once, and together are the whole range whatever the tallies say. */
async function segmentsOf(tallies: Tallies, wish: PageOptions): Promise<Range[]> {
  const range = wish.range ?? fullRange
  if ((await tallies.at('')).count < 2 * minSegmentEntries) return [range]
  const { before, total } = await extentOf(tallies, { ...wish, direction: 'forwards' })
  const count = Math.max(1, Math.min(maxConcurrentSegments, Math.floor(total / minSegmentEntries)))
  const places = Array.from({ length: count - 1 }, (_, n) =>
    select(tallies, before + Math.round(((n + 1) * total) / count), 'forwards'),
  )
  return partsOf(
    range,
    (await Promise.all(places)).map(place => place.range.from),
  )
}

function partsOf({ from, to }: Range, cuts: string[]): Range[] {
  const inside = cuts.filter(cut => from < cut && cut < to)
  const bounds = [from, ...new Set(inside), to]
  return bounds.slice(1).map((end, n) => ({ from: bounds[n] ?? from, to: end }))
}

/** The one with the fewest entries: the others are asked of those. */
export async function smallestList([list, ...others]: readonly [List, ...List[]]): Promise<Tallies> {
  const first = talliesOf(list)
  if (others.length === 0) return first
  const sized = await Promise.all(
    [first, ...others.map(talliesOf)].map(async tallies => ({ tallies, ...(await tallies.at('')) })),
  )
  return sized.reduce((one, other) => (other.count < one.count ? other : one)).tallies
}
