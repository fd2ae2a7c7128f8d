/** Rank: what stands before a bound. Select: where the n-th entry stands. Each reads one tally a level. */

import type { List } from '../store/list-entry.ts'
import { bucketRange, fullRange, type Range, readEntries, sumOfEntries } from './entries.ts'
import { add, type Part, type Parts, type Sum, subtract, sumOf, zero } from './parts.ts'
import { isInSecondHalf, prefixEnd } from './position.ts'
import type { Tallies } from './tally.ts'

export type Direction = 'forwards' | 'backwards'

/** From where to read, and how many entries to pass over from there. */
export interface StartPoint {
  range: Range
  skip: number
}

const sorted = (parts: Parts): [bucket: string, part: Part][] =>
  Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** All entries before a bound: how many, and what their measures add up to. */
export async function rank({ list, at }: Tallies, bound: string): Promise<Sum> {
  let tally = await at('')
  let before: Sum = zero
  while (tally.parts) {
    const parts = sorted(tally.parts)
    const isAround = ([bucket]: [string, Part]) => bound.startsWith(bucket)
    const earlier = parts.filter(part => part[0] < bound && !isAround(part))
    before = add(before, sumOf(earlier.map(([, part]) => part)))
    const [around, part] = parts.find(isAround) ?? []
    if (!around) return before
    if (!part?.divided) return add(before, await sumUpTo(list, bound, { around, whole: part ?? zero }))
    tally = await at(around)
  }
  return add(before, await sumBetween(list, { from: bucketRange(tally.prefix).from, to: bound }))
}

/** Of a bucket's entries those before a bound, read from whichever side is nearer. */
async function sumUpTo(list: List, bound: string, { around, whole }: { around: string; whole: Sum }) {
  if (!isInSecondHalf(around, bound)) return sumBetween(list, { from: around, to: bound })
  return subtract(whole, await sumBetween(list, { from: bound, to: prefixEnd(around) }))
}

const sumBetween = async (list: List, range: Range) => sumOfEntries(await readEntries(list, { range }))

/** Where the entry stands that has `n` before it, seen in a direction. */
export async function select({ at }: Tallies, n: number, direction: Direction): Promise<StartPoint> {
  let tally = await at('')
  let skip = n
  while (tally.parts) {
    const parts = direction === 'forwards' ? sorted(tally.parts) : sorted(tally.parts).toReversed()
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

/** Where a bucket turns out to hold less than was said of it, the rest stands behind it. */
const rangeAfter = (bucket: string, direction: Direction): Range =>
  direction === 'forwards'
    ? { from: prefixEnd(bucket), to: fullRange.to }
    : { from: fullRange.from, to: bucket }
