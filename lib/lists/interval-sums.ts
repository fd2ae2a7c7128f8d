/**
 * Adds up the entries of a list for each of several consecutive intervals. If a bucket lies within one interval, its
 * sum is taken from a tally. If a bucket extends over several intervals, its smaller parts or its entries are read
 * instead.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { List } from '../store/list-entry.ts'
import { bucketRange, readEntries } from './entries.ts'
import { prefixEnd } from './position.ts'
import { readTally } from './tally.ts'
import { add, type Parts, type Sum, zero } from './tally-parts.ts'

/** The number of parts of one tally whose own tallies or entries are read at once. */
const maxConcurrent = 10

interface IntervalQuery {
  list: List
  /** The parts of the tally of the whole list. */
  parts: Parts
  /** The sorted bounds of the intervals. Each interval reaches from one bound to the next bound. */
  bounds: readonly string[]
}

export async function readIntervalSums({ list, parts, bounds }: IntervalQuery): Promise<Sum[]> {
  const sums = new Array<Sum>(Math.max(0, bounds.length - 1)).fill(zero)
  for (const { interval, sum } of await sumsOfParts(list, parts, bounds)) {
    const before = sums[interval]
    if (before) sums[interval] = add(before, sum)
  }
  return sums
}

/**
 * The sum of some entries, and the index of the interval that contains them. If the entries are before the first
 * interval, the index is -1. If they are after the last, it is the index of the last bound.
 */
interface PlacedSum {
  interval: number
  sum: Sum
}

async function sumsOfParts(list: List, parts: Parts, bounds: readonly string[]): Promise<PlacedSum[]> {
  const placed = await mapConcurrent(Object.entries(parts), maxConcurrent, async ([bucket, part]) => {
    const interval = intervalOf(bucket, bounds)
    if (interval === intervalOf(prefixEnd(bucket), bounds)) return [{ interval, sum: part }]
    const smaller = part.divided && (await readTally(list, bucket)).parts
    return smaller ? sumsOfParts(list, smaller, bounds) : sumsOfEntries(list, bucket, bounds)
  })
  return placed.flat()
}

async function sumsOfEntries(list: List, bucket: string, bounds: readonly string[]): Promise<PlacedSum[]> {
  const entries = await readEntries(list, { range: bucketRange(bucket) })
  return entries.map(({ position, measures = [] }) => ({
    interval: intervalOf(position, bounds),
    sum: { count: 1, measures },
  }))
}

/** Returns the index of the last bound at or before the text, or -1 if all bounds are after the text. */
function intervalOf(text: string, bounds: readonly string[]): number {
  let [low, high] = [0, bounds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bounds[middle] ?? '') <= text) low = middle + 1
    else high = middle
  }
  return low - 1
}
