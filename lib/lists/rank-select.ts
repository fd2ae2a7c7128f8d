/**
 * `rank` sums up the entries before a bound, and `select` finds the n-th entry. Both functions read at most one tally
 * for each level of buckets.
 */

import { bucketRange, fullRange, type Range, sumOfEntries } from './entries.ts'
import { isInSecondHalf, prefixEnd } from './position.ts'
import type { TallyCache } from './tally.ts'
import { add, type Part, type Sum, sortedParts, subtract, sumOf, zero } from './tally-parts.ts'

export type Direction = 'forwards' | 'backwards'

export interface StartPoint {
  range: Range
  skip: number
}

/** Returns the count and the sums of measures of all entries before a bound. */
export async function rank({ entries, at }: TallyCache, bound: string): Promise<Sum> {
  let tally = await at('')
  let before: Sum = zero
  while (tally.parts) {
    const parts = sortedParts(tally.parts)
    const containsBound = ([bucket]: [string, Part]) => bound.startsWith(bucket)
    const earlier = parts.filter(part => part[0] < bound && !containsBound(part))
    before = add(before, sumOf(earlier.map(([, part]) => part)))
    const [bucket, part] = parts.find(containsBound) ?? []
    if (!bucket) return before
    if (!part?.divided) return add(before, await sumUpTo(entries, bound, { bucket, whole: part ?? zero }))
    tally = await at(bucket)
  }
  return add(before, await sumBetween(entries, { from: bucketRange(tally.prefix).from, to: bound }))
}

/**
 * Sums up the entries that are in a bucket and before a bound. If the bound is in the second half of the bucket,
 * subtracts the entries after the bound from the whole sum, because this probably reads fewer entries.
 */
async function sumUpTo(entries: Entries, bound: string, { bucket, whole }: { bucket: string; whole: Sum }) {
  if (!isInSecondHalf(bucket, bound)) return sumBetween(entries, { from: bucket, to: bound })
  return subtract(whole, await sumBetween(entries, { from: bound, to: prefixEnd(bucket) }))
}

const sumBetween = async (entries: Entries, range: Range) => sumOfEntries(await entries({ range }))

type Entries = TallyCache['entries']

/**
 * Returns a range, and how many entries of this range to skip in order to reach the entry number `n`, counted from 0.
 */
export async function select({ at }: TallyCache, n: number, direction: Direction): Promise<StartPoint> {
  let tally = await at('')
  let skip = n
  while (tally.parts) {
    const inOrder = sortedParts(tally.parts)
    const parts = direction === 'forwards' ? inOrder : inOrder.toReversed()
    const found = parts.find(([, { count }]) => {
      if (skip < count) return true
      skip -= count
      return false
    })
    if (!found) return { range: rangeAfter(tally.prefix, direction), skip }
    const [bucket, { divided }] = found
    if (!divided) return { range: rangeFrom(bucket, direction), skip }
    tally = await at(bucket)
  }
  return { range: rangeFrom(tally.prefix, direction), skip }
}

const rangeFrom = (bucket: string, direction: Direction): Range =>
  direction === 'forwards'
    ? { from: bucketRange(bucket).from, to: fullRange.to }
    : { from: fullRange.from, to: bucketRange(bucket).to }

/**
 * Returns the range that follows a bucket in the given direction. The wanted entry may be in this range if the bucket's
 * own tally counts fewer entries than the parent's tally counts for the bucket.
 */
const rangeAfter = (bucket: string, direction: Direction): Range =>
  direction === 'forwards' ? { from: prefixEnd(bucket), to: fullRange.to } : { from: fullRange.from, to: bucket }
