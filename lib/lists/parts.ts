/** What a tally says of the buckets below it, which together hold all that lies in its own. */

import { childBucket } from './position.ts'
import { maxTallyWeight } from './sizes.ts'

export interface Sum {
  count: number
  /** Of the measures, in their order; shorter where entries had none. */
  measures: number[]
}

export interface Part extends Sum {
  /** Whether it has a tally of its own, which says more. */
  divided?: boolean
}

/** By bucket, each named by its whole prefix. They may lie at different depths, and none lies in another. */
export type Parts = Record<string, Part>

export const zero: Sum = { count: 0, measures: [] }

const longer = (one: number[], other: number[]) => (one.length < other.length ? other : one)

export const add = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  measures: longer(one.measures, other.measures).map(
    (_, n) => (one.measures[n] ?? 0) + (other.measures[n] ?? 0),
  ),
})

/** What is left of one without the other. */
export const subtract = (one: Sum, other: Sum): Sum => ({
  count: one.count - other.count,
  measures: one.measures.map((measure, n) => measure - (other.measures[n] ?? 0)),
})

export const sumOf = (sums: Iterable<Sum>): Sum => [...sums].reduce(add, zero)

/** What is said of a bucket, whether it is a part itself or lies in several. */
export const sumWithin = (parts: Parts, bucket: string): Sum =>
  sumOf(Object.keys(parts).flatMap(part => (part.startsWith(bucket) && parts[part]) || []))

/** Which of these buckets a position lies in; where it is none, the widest below `prefix` that holds none of them. */
export function bucketAmong(buckets: readonly string[], prefix: string, position: string): string {
  const holdsOthers = (bucket: string) => buckets.some(other => other !== bucket && other.startsWith(bucket))
  let bucket = childBucket(prefix, position)
  while (holdsOthers(bucket)) bucket = childBucket(bucket, position)
  return bucket
}

const weightOf = ({ measures }: Sum) => 1 + 2 * measures.length

export const isFull = (parts: Parts): boolean =>
  Object.values(parts).reduce((weight, part) => weight + weightOf(part), 0) >= maxTallyWeight
