/** Divides a range of a list into buckets, however long the range is, with only some of its entries in memory. */

import type { EntryRow, List } from '../store/list-entry.ts'
import { bucketRange, type Range, readEntries, sumOfEntries } from './entries.ts'
import { bucketAmong, isFull, type Parts } from './parts.ts'
import { childBucket, prefixEnd } from './position.ts'
import { maxBucketEntries, maxReadEntries } from './sizes.ts'

export interface Buckets {
  /** Counted buckets of at most `maxBucketEntries` entries, at any depth. */
  small: Parts
  /** Buckets that need a tally of their own, not counted here. */
  large: string[]
}

export interface BucketSearch extends Range {
  /** Buckets next to the range that already have a tally: no bucket found here may contain one of them. */
  known?: readonly string[]
}

/** A batch that ends inside a bucket leaves that bucket to the next batch, unless it is too large for one batch. */
export async function findBuckets(list: List, prefix: string, search: BucketSearch): Promise<Buckets> {
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

/** A smaller bucket is certain to fit into the next batch whole. */
const isLarge = ([, entries]: Group) => entries.length > maxReadEntries / 2

function addGroups(groups: Group[], { small, large }: Buckets): void {
  for (const [bucket, entries] of groups) {
    const hasRoom = entries.length <= maxBucketEntries || !isFull(small)
    if (hasRoom) Object.assign(small, divideEntries(bucket, entries))
    else large.push(bucket)
  }
}

/** Divides a bucket into smaller ones until each holds few enough entries. */
export function divideEntries(
  bucket: string,
  entries: readonly Pick<EntryRow, 'position' | 'measures'>[],
): Parts {
  if (entries.length <= maxBucketEntries) return { [bucket]: sumOfEntries(entries) }
  const children = Map.groupBy(entries, ({ position }) => childBucket(bucket, position))
  return Object.assign({}, ...[...children].map(([child, inside]) => divideEntries(child, inside)))
}

/** The ranges between buckets, before the first and after the last. */
export function rangesBetween(prefix: string, buckets: readonly string[]): Range[] {
  const { from, to } = bucketRange(prefix)
  const sorted = buckets.toSorted()
  const starts = [from, ...sorted.map(prefixEnd)]
  return starts.map((start, n) => ({ from: start, to: sorted[n] ?? to }))
}
