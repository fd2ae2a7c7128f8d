/**
 * Reads several disjoint lists as if they were one list. If each entity is always on exactly one of these lists, no
 * list of all entities is needed.
 */

import { memoize } from '../core/memoize.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import { bucketRange, type ReadOptions, sumOfEntries } from './entries.ts'
import { createTallyCache, type TallyCache, type UnversionedTally } from './tally.ts'
import { bucketAmong, type Part, type Parts, sumOf, sumWithin } from './tally-parts.ts'

/** Returns a cache that reads the lists `partNames` as if they were the single list `list`. */
export function createMergedTallyCache(list: List, partNames: readonly string[]): TallyCache {
  const caches = partNames.map(name => createTallyCache({ ...list, list: name }))
  return {
    list,
    at: memoize(prefix => mergedTally(caches, prefix)),
    entries: options => mergedEntries(caches, options),
  }
}

/**
 * Returns only one entry for each position. An entity that moves from one list to another between the reads of both
 * lists may be read twice, with the same position.
 */
async function mergedEntries(caches: readonly TallyCache[], options: ReadOptions): Promise<EntryRow[]> {
  const read = await Promise.all(caches.map(({ entries }) => entries(options)))
  const sign = options.backwards ? -1 : 1
  const merged = read.flat().sort((one, other) => (one.position < other.position ? -sign : sign))
  return merged.filter(({ position }, n) => position !== merged[n - 1]?.position).slice(0, options.max)
}

/**
 * Returns the tally of a bucket of the merged list. If one list divides a part of the bucket that another list counts
 * as a whole, the merged tally contains the whole part, and marks it as divided. The tally of this part is computed
 * only when it is read.
 */
async function mergedTally(caches: readonly TallyCache[], prefix: string): Promise<UnversionedTally> {
  const counted = await Promise.all(caches.map(cache => partsWithin(cache, prefix)))
  const buckets = largestBuckets(counted)
  const read = async ({ entries }: TallyCache) => divide(await entries({ range: bucketRange(prefix) }), prefix, buckets)
  const all = await Promise.all(caches.map(async (cache, n) => counted[n] ?? (await read(cache))))
  const parts = Object.fromEntries(largestBuckets(all).map(bucket => [bucket, mergedPart(all, bucket)]))
  return { prefix, ...sumOf(Object.values(parts)), parts }
}

/** Returns the parts into which one list divides a bucket, or null if the list does not divide the bucket. */
async function partsWithin({ at }: TallyCache, prefix: string): Promise<Parts | null> {
  let tally = await at('')
  if (!tally.parts && tally.count === 0) return {}
  while (tally.parts) {
    const around = Object.entries(tally.parts).find(([bucket]) => prefix.startsWith(bucket))
    if (!around) return Object.fromEntries(Object.entries(tally.parts).filter(([bucket]) => bucket.startsWith(prefix)))
    const [bucket, { divided }] = around
    if (!divided) return null
    tally = await at(bucket)
  }
  return null
}

/**
 * Counts the entries of a list that does not divide the bucket `prefix`, in the `buckets` into which other lists divide
 * it. Entries that are in none of `buckets` are counted in new buckets.
 */
function divide(entries: readonly EntryRow[], prefix: string, buckets: readonly string[]): Parts {
  const inside = Map.groupBy(entries, ({ position }) => bucketAmong(buckets, prefix, position))
  return Object.fromEntries([...inside].map(([bucket, some]) => [bucket, sumOfEntries(some)]))
}

/** Returns the buckets of all lists. Leaves out each bucket that lies within another bucket. */
function largestBuckets(all: readonly (Parts | null)[]): string[] {
  const largest: string[] = []
  for (const bucket of all.flatMap(parts => Object.keys(parts ?? {})).toSorted()) {
    const last = largest.at(-1)
    if (last === undefined || !bucket.startsWith(last)) largest.push(bucket)
  }
  return largest
}

function mergedPart(all: readonly Parts[], bucket: string): Part {
  const inside = all.flatMap(parts => Object.keys(parts).filter(name => name.startsWith(bucket)))
  const isDivided = all.some(parts => parts[bucket]?.divided) || inside.some(name => name !== bucket)
  return { ...sumOf(all.map(parts => sumWithin(parts, bucket))), ...(isDivided && { divided: true }) }
}
