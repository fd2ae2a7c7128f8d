/** Divides a range of a list into buckets. However long the range is, only one batch of entries is in memory. */

import type { EntryRow, List } from '../store/list-entry.ts'
import { bucketRange, type Range, readEntries, sumOfEntries } from './entries.ts'
import { childBucket, prefixEnd } from './position.ts'
import { maxBucketEntries, maxReadEntries } from './sizes.ts'
import { bucketAmong, hasRoomFor, type Parts } from './tally-parts.ts'

export interface Buckets {
  /**
   * The buckets of at most `maxBucketEntries` entries, with their counts. Their prefixes may have different lengths.
   */
  small: Parts
  /** The buckets that need tallies of their own. `divideIntoBuckets` does not count the entries in these buckets. */
  large: string[]
}

export interface RangeToDivide extends Range {
  /**
   * Buckets that already have tallies of their own. They are before and after the range. No bucket in the result
   * overlaps them.
   */
  known?: readonly string[]
}

/**
 * Reads the buckets of a range, one batch of entries after the other. A batch may end within a bucket. If this bucket
 * is large, the next batch begins after the bucket. Otherwise, the next batch reads the bucket again.
 */
export async function divideIntoBuckets(list: List, prefix: string, search: RangeToDivide): Promise<Buckets> {
  const { from, to, known = [] } = search
  const found: Buckets = { small: {}, large: [] }
  for (let next: string | undefined = from; next !== undefined; ) {
    const range = { from: next, to }
    const entries = await readEntries(list, { range, max: maxReadEntries, consistent: true })
    const groups = [...Map.groupBy(entries, ({ position }) => bucketAmong(known, prefix, position))]
    const cut = entries.length < maxReadEntries ? undefined : groups.pop()
    addGroups(groups, found)
    if (cut && isLarge(cut)) found.large.push(cut[0])
    next = cut && (isLarge(cut) ? prefixEnd(cut[0]) : cut[0])
  }
  return found
}

type Group = [bucket: string, entries: EntryRow[]]

/**
 * Returns whether a bucket that was cut off at the end of a batch fills more than half of the batch. A large bucket
 * gets a tally of its own, and the next batch does not read it again.
 */
const isLarge = ([, entries]: Group) => entries.length > maxReadEntries / 2

function addGroups(groups: Group[], { small, large }: Buckets): void {
  for (const [bucket, entries] of groups) {
    const hasRoom = entries.length <= maxBucketEntries || hasRoomFor(bucket, small)
    if (hasRoom) Object.assign(small, countIntoBuckets(bucket, entries))
    else large.push(bucket)
  }
}

/** Divides a bucket into smaller buckets until each bucket has at most `maxBucketEntries` entries. */
export function countIntoBuckets(bucket: string, entries: readonly Pick<EntryRow, 'position' | 'measures'>[]): Parts {
  if (entries.length <= maxBucketEntries) return { [bucket]: sumOfEntries(entries) }
  const children = Map.groupBy(entries, ({ position }) => childBucket(bucket, position))
  return Object.assign({}, ...[...children].map(([child, inside]) => countIntoBuckets(child, inside)))
}

/** Returns the ranges of the bucket `prefix` that are before, between and after the smaller `buckets`. */
export function rangesBetween(prefix: string, buckets: readonly string[]): Range[] {
  const { from, to } = bucketRange(prefix)
  const sorted = buckets.toSorted()
  const starts = [from, ...sorted.map(prefixEnd)]
  return starts.map((start, n) => ({ from: start, to: sorted[n] ?? to }))
}
