/** The parts of a tally: counts of the smaller buckets that together make up its own bucket. */

import { childBucket } from './position.ts'
import { maxTallyWeight } from './sizes.ts'

export interface Sum {
  count: number
  /** The sum of each measure, exact at any size; shorter where entries have none. */
  measures: bigint[]
}

export interface Part extends Sum {
  /** Whether the bucket has a tally of its own, with smaller parts. */
  divided?: boolean
}

/** By bucket, named by its whole prefix. Buckets may be at different depths; none contains another. */
export type Parts = Record<string, Part>

export const zero: Sum = { count: 0, measures: [] }

const longer = (one: bigint[], other: bigint[]) => (one.length < other.length ? other : one)

export const add = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  measures: longer(one.measures, other.measures).map(
    (_, n) => (one.measures[n] ?? 0n) + (other.measures[n] ?? 0n),
  ),
})

export const subtract = (one: Sum, other: Sum): Sum => ({
  count: one.count - other.count,
  measures: one.measures.map((measure, n) => measure - (other.measures[n] ?? 0n)),
})

export const sumOf = (sums: Iterable<Sum>): Sum => [...sums].reduce(add, zero)

/** The sum of all parts within a bucket, which may be a part itself. */
export const sumWithin = (parts: Parts, bucket: string): Sum =>
  sumOf(Object.keys(parts).flatMap(part => (part.startsWith(bucket) && parts[part]) || []))

/** The one of these buckets that contains a position; if none does, the largest bucket below `prefix` that contains it and none of them. */
export function bucketAmong(buckets: readonly string[], prefix: string, position: string): string {
  const containsAnother = (bucket: string) =>
    buckets.some(other => other !== bucket && other.startsWith(bucket))
  let bucket = childBucket(prefix, position)
  while (containsAnother(bucket)) bucket = childBucket(bucket, position)
  return bucket
}

const weightOf = ({ measures }: Sum) => 1 + 2 * measures.length

export const isFull = (parts: Parts): boolean =>
  Object.values(parts).reduce((weight, part) => weight + weightOf(part), 0) >= maxTallyWeight
