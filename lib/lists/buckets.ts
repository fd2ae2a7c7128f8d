/** Finds the buckets into which a stretch of a list falls, however long it is, with little of it in memory at once. */

import type { EntryRow, List } from '../store/list-entry.ts'
import { bucketRange, type Range, readEntries, sumOfEntries } from './entries.ts'
import { bucketAmong, isFull, type Parts } from './parts.ts'
import { childBucket, prefixEnd } from './position.ts'
import { maxBucketEntries, maxReadEntries } from './sizes.ts'

export interface Buckets {
  /** Undivided ones, at whatever depth. */
  small: Parts
  /** Those that need a tally of their own; of the largest no more is read than shows that they do. */
  large: string[]
}

export interface BucketSearch extends Range {
  /** Buckets that lie around the stretch, and are not to be counted with it. */
  known?: readonly string[]
}

/** Where a portion ends within a bucket, the next begins with all of it, unless it is too large to be read at once. */
export async function findBuckets(list: List, prefix: string, stretch: BucketSearch): Promise<Buckets> {
  const { from, to, known = [] } = stretch
  const found: Buckets = { small: {}, large: [] }
  for (let next: string | undefined = from; next !== undefined; ) {
    const range = { from: next, to }
    const entries = await readEntries(list, { range, max: maxReadEntries, consistent: true })
    const groups = [...Map.groupBy(entries, ({ position }) => bucketAmong(known, prefix, position))]
    const cut = entries.length < maxReadEntries ? undefined : groups.pop()
    sort(groups, found)
    if (cut && isLarge(cut)) found.large.push(cut[0])
    next = cut && (isLarge(cut) ? prefixEnd(cut[0]) : cut[0])
  }
  return found
}

type Group = [bucket: string, entries: EntryRow[]]

/** Then the next portion reaches behind its end. */
const isLarge = ([, entries]: Group) => entries.length > maxReadEntries / 2

function sort(groups: Group[], { small, large }: Buckets): void {
  for (const [bucket, entries] of groups) {
    const hasRoom = entries.length <= maxBucketEntries || !isFull(small)
    if (hasRoom) Object.assign(small, divideEntries(bucket, entries))
    else large.push(bucket)
  }
}

/** A bucket divides into those below it until each is small enough. */
export function divideEntries(
  bucket: string,
  entries: readonly Pick<EntryRow, 'position' | 'measures'>[],
): Parts {
  if (entries.length <= maxBucketEntries) return { [bucket]: sumOfEntries(entries) }
  const below = Map.groupBy(entries, ({ position }) => childBucket(bucket, position))
  return Object.assign({}, ...[...below].map(([one, inside]) => divideEntries(one, inside)))
}

/** What lies between some buckets, before the first of them and behind the last. */
export function rangesBetween(prefix: string, buckets: readonly string[]): Range[] {
  const { from, to } = bucketRange(prefix)
  const ends = [...buckets.toSorted(), to]
  return ends.map((end, n) => ({ from: n === 0 ? from : prefixEnd(ends[n - 1] ?? from), to: end }))
}
