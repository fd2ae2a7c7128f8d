/** Defines the parts of a tally: the counts of the smaller buckets that together make up the tally's bucket. */

import { childBucket, isLocalDay } from './position.ts'
import { maxTallyWeight } from './sizes.ts'

export interface Sum {
  count: number
  /** The exact sums of the measures, as bigints. The array is empty if the entries have no measures. */
  measures: bigint[]
}

export interface Part extends Sum {
  /** True if the bucket has a tally of its own, with smaller parts. */
  divided?: boolean
}

/**
 * The parts of a tally, by the full prefix of their bucket. The prefixes may have different lengths, but no bucket
 * contains another bucket.
 */
export type Parts = Record<string, Part>

export const sortedParts = (parts: Parts): [bucket: string, part: Part][] =>
  Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Returns the part for a divided bucket. Such a bucket has a tally of its own. */
export const dividedPart = ({ count, measures }: Sum): Part => ({ count, measures, divided: true })

/** Returns the buckets that have tallies of their own. */
export const dividedBuckets = (parts: Parts) => Object.keys(parts).filter(bucket => parts[bucket]?.divided)

export const zero: Sum = { count: 0, measures: [] }

const longer = (one: bigint[], other: bigint[]) => (one.length < other.length ? other : one)

export const add = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  measures: longer(one.measures, other.measures).map((_, n) => (one.measures[n] ?? 0n) + (other.measures[n] ?? 0n)),
})

export const subtract = (one: Sum, other: Sum): Sum => ({
  count: one.count - other.count,
  measures: one.measures.map((measure, n) => measure - (other.measures[n] ?? 0n)),
})

export const sumOf = (sums: Iterable<Sum>): Sum => [...sums].reduce(add, zero)

/** Returns the sum of all parts within a bucket. The bucket may be a part itself. */
export const sumWithin = (parts: Parts, bucket: string): Sum =>
  sumOf(Object.keys(parts).flatMap(part => (part.startsWith(bucket) && parts[part]) || []))

/**
 * Returns the bucket among `buckets` that contains the position. If no bucket contains the position, returns a new
 * bucket: the largest bucket inside `prefix` that contains the position and does not overlap any of `buckets`.
 */
export function bucketAmong(buckets: readonly string[], prefix: string, position: string): string {
  const containsAnother = (bucket: string) => buckets.some(other => other !== bucket && other.startsWith(bucket))
  let bucket = childBucket(prefix, position)
  while (containsAnother(bucket)) bucket = childBucket(bucket, position)
  return bucket
}

const weightOf = ({ measures }: Sum) => 1 + 2 * measures.length

const isFull = (parts: Parts): boolean =>
  Object.values(parts).reduce((weight, part) => weight + weightOf(part), 0) >= maxTallyWeight

/**
 * Returns whether a tally with these parts has room for the parts of the bucket. If not, the bucket gets a tally of its
 * own. There is never room for the parts of a local day, so that the tally of a daily list stays small.
 */
export const hasRoomFor = (bucket: string, parts: Parts): boolean => !isLocalDay(bucket) && !isFull(parts)
