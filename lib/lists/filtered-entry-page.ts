/**
 * Reads a page of the entries that match filters. Entries must be filtered if no list contains exactly the matching
 * entries.
 */

import type { EntryRow } from '../store/list-entry.ts'
import { fullRange, type Range } from './entries.ts'
import { countRange, type EntryPage, type PageOptions } from './entry-page.ts'
import { idOfPosition } from './position.ts'
import { select } from './rank-select.ts'
import { maxReadEntries } from './sizes.ts'
import type { TallyCache } from './tally.ts'

interface FilteredPageOptions extends PageOptions {
  matches: (entry: EntryRow) => boolean
  /** If the entity with this id matches, its entry comes first, whether the page is read forwards or backwards. */
  firstId?: string | undefined
}

/** Reads all entries in the range, because the total is the number of entries that match. */
export async function readFilteredPage(tallies: TallyCache, options: FilteredPageOptions): Promise<EntryPage> {
  const segments = await segmentsOf(tallies, options)
  const read = await Promise.all(segments.map(range => tallies.entries({ range })))
  const found = read.flat().filter(options.matches)
  const { offset, limit, direction, firstId } = options
  if (direction === 'backwards') found.reverse()
  const entries = moveIdToFront(found, firstId)
  return { entries: entries.slice(offset, offset + limit), total: entries.length }
}

/** The size of the first batch, as a multiple of the number of matches up to the end of the page. */
const batchRatio = 4

/**
 * Reads a page of the matching entries when their total is known. Reading stops at the end of the page, so it costs
 * little if many entries match.
 */
export async function readKnownTotalPage(
  tallies: TallyCache,
  total: number,
  { offset, limit, direction, matches }: FilteredPageOptions,
): Promise<EntryPage> {
  const wanted = Math.min(offset + limit, total)
  const backwards = direction === 'backwards'
  const found: EntryRow[] = []
  let range = fullRange
  for (let max = batchRatio * wanted + 1; found.length < wanted; max = Math.min(2 * max, maxReadEntries)) {
    const read = await tallies.entries({ range, backwards, max })
    const last = read.at(-1)
    /** A bound is included in a range, so each batch except the first begins with an entry that was read before. */
    found.push(...read.filter(entry => matches(entry) && entry.position !== found.at(-1)?.position))
    if (!last || read.length < max) break
    range = backwards ? { ...fullRange, to: last.position } : { ...fullRange, from: last.position }
  }
  return { entries: found.slice(offset, offset + limit), total }
}

export function moveIdToFront(entries: EntryRow[], id: string | undefined): EntryRow[] {
  if (!id) return entries
  const isFirst = ({ position }: EntryRow) => idOfPosition(position) === id
  return [...entries.filter(isFirst), ...entries.filter(entry => !isFirst(entry))]
}

/** A segment of this many entries takes about 200 KB, a fifth of what one DynamoDB response holds. */
const minSegmentEntries = 1000
const maxConcurrentSegments = 8

/** Divides the range into segments of about equal size. They cover the whole range even if the tallies are wrong. */
async function segmentsOf(tallies: TallyCache, options: PageOptions): Promise<Range[]> {
  const range = options.range ?? fullRange
  if ((await tallies.at('')).count < 2 * minSegmentEntries) return [range]
  const { before, total } = await countRange(tallies, { ...options, direction: 'forwards' })
  const count = Math.max(1, Math.min(maxConcurrentSegments, Math.floor(total / minSegmentEntries)))
  const starts = Array.from({ length: count - 1 }, (_, n) =>
    select(tallies, before + Math.round(((n + 1) * total) / count), 'forwards'),
  )
  return divideRange(
    range,
    (await Promise.all(starts)).map(start => start.range.from),
  )
}

function divideRange({ from, to }: Range, cuts: string[]): Range[] {
  const inside = cuts.filter(cut => from < cut && cut < to)
  const bounds = [from, ...new Set(inside), to]
  return bounds.slice(1).map((end, n) => ({ from: bounds[n] ?? from, to: end }))
}
