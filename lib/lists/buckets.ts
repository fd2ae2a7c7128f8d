/** Finds the buckets into which a stretch of a list falls, however long it is, with little of it in memory at once. */

import type { EntryRow, List } from '../store/entry.ts'
import { bucketRange, ofEntries, type Range, readEntries } from './entries.ts'
import { bucketBelow, endOf } from './position.ts'
import type { Parts } from './tally.ts'

/** A bucket is divided once it holds more: no place in a list is then further than this from one that is known. */
export const mostUndivided = 100

/** More than stays undivided, so that each portion comes further than the one before. */
const portion = 1000

export interface Buckets {
  /** What lies in those that need no tally of their own. */
  small: Parts
  /** The others, of which no more is read than shows that they are. */
  large: string[]
}

/** Where a portion ends within a small bucket, the next begins with all of it; of a large one the rest is passed over. */
export async function bucketsIn(list: List, prefix: string, { from, to }: Range): Promise<Buckets> {
  const found: Buckets = { small: {}, large: [] }
  for (let next: string | undefined = from; next !== undefined; ) {
    const range = { from: next, to }
    const entries = await readEntries(list, { range, most: portion, consistent: true })
    const groups = [...Map.groupBy(entries, ({ position }) => bucketBelow(prefix, position))]
    const cut = entries.length < portion ? undefined : groups.at(-1)
    if (cut && !isLarge(cut)) groups.pop()
    sort(groups, found)
    next = cut && (isLarge(cut) ? endOf(cut[0]) : cut[0])
  }
  return found
}

type Group = [bucket: string, entries: EntryRow[]]

const isLarge = ([, entries]: Group) => entries.length > mostUndivided

function sort(groups: Group[], { small, large }: Buckets): void {
  for (const group of groups) {
    const [bucket, entries] = group
    if (isLarge(group)) large.push(bucket)
    else small[bucket] = ofEntries(entries)
  }
}

/** What lies between some buckets, before the first of them and behind the last. */
export function rangesAround(prefix: string, buckets: readonly string[]): Range[] {
  const { from, to } = bucketRange(prefix)
  const ends = [...buckets.toSorted(), to]
  return ends.map((end, n) => ({ from: n === 0 ? from : endOf(ends[n - 1] ?? from), to: end }))
}
