/** Compares the tallies of a list with its entries, bucket by bucket, with only one batch of entries in memory. */

import { isDeepStrictEqual } from 'node:util'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import { entryHash, readEntryBatches, sumOfEntries } from './entries.ts'
import { childBucket } from './position.ts'
import { readTally, type Tally } from './tally.ts'
import { add, dividedBuckets, type Sum, sumOf, zero } from './tally-parts.ts'

export interface BucketDifference {
  /** The prefix of the bucket; empty for the whole list. */
  bucket: string
  is: Sum
  shouldBe: Sum
  /** The sum of the hashes of the counted entries; 0 if tallies were compared without reading entries. */
  hash: bigint
  /** The version of the tally. Each recount changes the version, even if the counts stay the same. */
  version: number
}

interface Options {
  consistent?: boolean
  onEntries?: (entries: readonly EntryRow[]) => void
}

/**
 * Returns the buckets whose tallies differ from the entries. A difference may be temporary, because tallies are updated
 * a little later than entries. `findPersistingDifferences` returns the differences that are faults.
 */
export async function compareTallies(
  list: List,
  { consistent = false, onEntries = () => {} }: Options = {},
): Promise<BucketDifference[]> {
  const tallies = await readTree(list, '', consistent)
  const buckets = tallies.flatMap(undividedBuckets).toSorted((one, other) => (one.bucket < other.bucket ? -1 : 1))
  const counted = new Map(buckets.map(bucket => [bucket.bucket, bucket]))
  const bucketOf = bucketFinder(buckets.map(({ bucket }) => bucket))
  for await (const entries of readEntryBatches(list, consistent)) {
    onEntries(entries)
    for (const [bucket, inside] of Map.groupBy(entries, ({ position }) => bucketOf(position))) {
      const before = counted.get(bucket) ?? uncounted(bucket, zero, 0)
      const hash = inside.reduce((sum, entry) => sum + entryHash(entry), before.hash)
      counted.set(bucket, { ...before, shouldBe: add(before.shouldBe, sumOfEntries(inside)), hash })
    }
  }
  return [...counted.values(), ...sumsOfParts(tallies)].filter(({ is, shouldBe }) => !isSameSum(is, shouldBe))
}

const uncounted = (bucket: string, is: Sum, version: number): BucketDifference => ({
  bucket,
  is,
  shouldBe: zero,
  hash: 0n,
  version,
})

/** A difference that was found this many times is a fault, even if the tally was recounted each time. */
const maxComparisons = 5

/**
 * Compares the tallies again, and returns the differences that are still there. If a tally was recounted meanwhile, the
 * same difference may be found twice by chance, so this tally is compared several times.
 */
export async function findPersistingDifferences(
  list: List,
  found: readonly BucketDifference[],
  wait: () => Promise<unknown>,
): Promise<BucketDifference[]> {
  const persisting: BucketDifference[] = []
  let before = found
  for (let n = 1; before.length > 0; n++) {
    const later = await compareTallies(list, { consistent: true })
    const same = later.filter(difference => before.some(other => isSameDifference(difference, other)))
    const isSure = (difference: BucketDifference) =>
      n === maxComparisons || before.some(other => isDeepStrictEqual(difference, other))
    const { sure = [], unsure = [] } = Object.groupBy(same, one => (isSure(one) ? 'sure' : 'unsure'))
    persisting.push(...sure)
    if (unsure.length > 0) await wait()
    before = unsure
  }
  return persisting
}

export const isSameDifference = (one: BucketDifference, other: BucketDifference) =>
  isDeepStrictEqual({ ...one, version: 0 }, { ...other, version: 0 })

const maxConcurrent = 4

async function readTree(list: List, prefix: string, consistent: boolean): Promise<Tally[]> {
  const tally = await readTally(list, prefix, consistent)
  const below = await mapConcurrent(dividedBuckets(tally.parts ?? {}), maxConcurrent, bucket =>
    readTree(list, bucket, consistent),
  )
  return [tally, ...below.flat()]
}

/** Returns the parts that have no tally of their own. If the tally has no parts, returns its whole bucket. */
function undividedBuckets({ prefix, version, parts, count, measures }: Tally): BucketDifference[] {
  if (!parts) return [uncounted(prefix, { count, measures }, version)]
  const undivided = Object.entries(parts).filter(([, { divided }]) => !divided)
  return undivided.map(([bucket, part]) => uncounted(bucket, part, version))
}

/**
 * Returns a function that finds the bucket of a position. The buckets must be sorted, and none may contain another. The
 * function must be called with positions in ascending order. If none of the buckets contains a position, the function
 * returns the largest bucket that contains it.
 */
function bucketFinder(buckets: readonly string[]) {
  let n = 0
  return (position: string): string => {
    const isPassed = (bucket: string) => bucket < position && !position.startsWith(bucket)
    while (n < buckets.length && isPassed(buckets[n] ?? '')) n++
    const bucket = buckets[n]
    return bucket !== undefined && position.startsWith(bucket) ? bucket : childBucket('', position)
  }
}

/**
 * Compares each tally with the sum of its own parts. If a part is a bucket with a tally of its own, also compares the
 * sum of the part with this tally.
 */
function sumsOfParts(tallies: readonly Tally[]): BucketDifference[] {
  const byBucket = new Map(tallies.map(tally => [tally.prefix, tally]))
  return tallies.flatMap(({ prefix, version, parts, count, measures }) => {
    if (!parts) return []
    const is = { count, measures }
    const whole = { bucket: prefix, is, shouldBe: sumOf(Object.values(parts)), hash: 0n, version }
    return [whole, ...dividedBuckets(parts).map(bucket => partAbove(bucket, parts[bucket], byBucket.get(bucket)))]
  })
}

function partAbove(bucket: string, is: Sum = zero, tally?: Tally): BucketDifference {
  const { count, measures, version } = tally ?? { ...zero, version: 0 }
  return { bucket, is, shouldBe: { count, measures }, hash: 0n, version }
}

/** An absent measure counts as zero. */
const isSameSum = (one: Sum, other: Sum) =>
  one.count === other.count &&
  [...one.measures, ...other.measures].every((_, n) => (one.measures[n] ?? 0n) === (other.measures[n] ?? 0n))
