/** Compares the tallies of a list with its entries, bucket by bucket, with only one batch of entries in memory. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { EntryRow, List } from '../store/list-entry.ts'
import { entryBatches, entryHash, sumOfEntries } from './entries.ts'
import { add, type Sum, sumOf, zero } from './parts.ts'
import { childBucket } from './position.ts'
import { dividedIn } from './recount.ts'
import { readTally, type Tally } from './tally.ts'

export interface BucketDifference {
  /** The prefix of the bucket; empty for the whole list. */
  bucket: string
  is: Sum
  shouldBe: Sum
  /** The sum of the hashes of the counted entries, or the version of the tally. Any change of them changes the state. */
  state: bigint
}

interface Options {
  consistent?: boolean
  onEntries?: (entries: readonly EntryRow[]) => void
}

/** Tallies lag behind entries a little, so a difference is a fault only if a second comparison finds it unchanged. */
export async function compareTallies(
  list: List,
  { consistent = false, onEntries = () => {} }: Options = {},
): Promise<BucketDifference[]> {
  const tallies = await readTree(list, '', consistent)
  const buckets = tallies.flatMap(undividedBuckets).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const counted = new Map(buckets.map(([bucket, is]) => [bucket, { is, shouldBe: zero, state: 0n }]))
  const bucketOf = bucketFinder(buckets.map(([bucket]) => bucket))
  for await (const entries of entryBatches(list, consistent)) {
    onEntries(entries)
    for (const [bucket, inside] of Map.groupBy(entries, ({ position }) => bucketOf(position))) {
      const { is, ...before } = counted.get(bucket) ?? { is: zero, shouldBe: zero, state: 0n }
      const state = inside.reduce((sum, entry) => sum + entryHash(entry), before.state)
      counted.set(bucket, { is, shouldBe: add(before.shouldBe, sumOfEntries(inside)), state })
    }
  }
  const ofBuckets = [...counted].map(([bucket, sums]) => ({ bucket, ...sums }))
  return [...ofBuckets, ...sumsOfParts(tallies)].filter(({ is, shouldBe }) => !isSameSum(is, shouldBe))
}

const maxConcurrent = 4

async function readTree(list: List, prefix: string, consistent: boolean): Promise<Tally[]> {
  const tally = await readTally(list, prefix, consistent)
  const below = await mapConcurrent(dividedIn(tally.parts ?? {}), maxConcurrent, bucket =>
    readTree(list, bucket, consistent),
  )
  return [tally, ...below.flat()]
}

/** Returns the parts that have no tally of their own. A tally without parts counts its bucket as a whole. */
const undividedBuckets = ({ prefix, parts, count, measures }: Tally): [bucket: string, Sum][] =>
  parts ? Object.entries(parts).filter(([, { divided }]) => !divided) : [[prefix, { count, measures }]]

/**
 * Returns a function that finds the bucket of a position, to be called with positions in ascending order. The buckets
 * must be sorted, and none may contain another. A position outside all of them is in its largest possible bucket.
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

/** A tally must equal the sum of its parts, and the part that represents it in the tally of the parent bucket. */
function sumsOfParts(tallies: readonly Tally[]): BucketDifference[] {
  const byBucket = new Map(tallies.map(tally => [tally.prefix, tally]))
  return tallies.flatMap(({ prefix, version, parts, count, measures }) => {
    if (!parts) return []
    const is = { count, measures }
    const whole = { bucket: prefix, is, shouldBe: sumOf(Object.values(parts)), state: BigInt(version) }
    return [whole, ...dividedIn(parts).map(bucket => partAbove(bucket, parts[bucket], byBucket.get(bucket)))]
  })
}

function partAbove(bucket: string, is: Sum = zero, tally?: Tally): BucketDifference {
  const { count, measures, version } = tally ?? { ...zero, version: 0 }
  return { bucket, is, shouldBe: { count, measures }, state: BigInt(version) }
}

/** An absent measure counts as zero. */
const isSameSum = (one: Sum, other: Sum) =>
  one.count === other.count &&
  [...one.measures, ...other.measures].every((_, n) => (one.measures[n] ?? 0n) === (other.measures[n] ?? 0n))
