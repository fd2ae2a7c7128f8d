/** Reads a list against what its entries say of themselves, where no list of its own answers a question. */

import type { EntryRow, List } from '../store/entry.ts'
import { everything, type Range, readEntries } from './entries.ts'
import { extentIn, type Page, type PageWish } from './page.ts'
import { select } from './select.ts'
import { readTally, type Tally } from './tally.ts'

interface Filter extends PageWish {
  matches: (entry: EntryRow) => boolean
}

/** All are looked at, since the total is wanted; the entities themselves never are. */
export async function filteredPage(list: List, wish: Filter): Promise<Page> {
  const root = await readTally(list, '')
  const segments = await segmentsOf(list, wish, root)
  const read = await Promise.all(segments.map(range => readEntries(list, { range })))
  const found = read.flat().filter(wish.matches)
  const { offset, limit, direction } = wish
  const seen = direction === 'forwards' ? found : found.reverse()
  return { entries: seen.slice(offset, offset + limit), total: seen.length }
}

/** Some 200 KB, a fifth of what one answer of DynamoDB holds. */
const worthOwnSegment = 1000
const mostAtOnce = 8

/** Parts of about equal size that are read at once, and together are the whole range whatever the tallies say. */
async function segmentsOf(list: List, wish: PageWish, root: Tally): Promise<Range[]> {
  const { from, to } = wish.range ?? everything
  const { before, total } = await extentIn(list, { ...wish, direction: 'forwards' }, root)
  const count = Math.max(1, Math.min(mostAtOnce, Math.floor(total / worthOwnSegment)))
  const places = Array.from({ length: count - 1 }, (_, n) =>
    select(list, before + Math.round(((n + 1) * total) / count), root, 'forwards'),
  )
  const cuts = (await Promise.all(places))
    .map(({ range }) => range.from)
    .filter(cut => from < cut && cut < to)
  const bounds = [from, ...new Set(cuts), to]
  return bounds.slice(1).map((end, n) => ({ from: bounds[n] ?? from, to: end }))
}

/** The one with the fewest entries: the others are asked of those. */
export async function smallest(lists: readonly List[]): Promise<List | undefined> {
  const sized = await Promise.all(
    lists.map(async list => ({ list, count: (await readTally(list, '')).count })),
  )
  return sized.toSorted((one, other) => one.count - other.count)[0]?.list
}
