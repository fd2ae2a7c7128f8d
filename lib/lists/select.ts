/** Rank: what stands before a bound. Select: where the n-th entry stands. Each reads one tally a level. */

import type { List } from '../store/entry.ts'
import { bucketRange, everything, ofEntries, type Range, readEntries } from './entries.ts'
import { added, lessened, nothing, type Part, type Parts, type Sum, sumOf } from './parts.ts'
import { endOf, isLate } from './position.ts'
import type { Tallies } from './tally.ts'

export type Direction = 'forwards' | 'backwards'

/** From where to read, and how many entries to pass over from there. */
export interface Place {
  range: Range
  skip: number
}

const sorted = (parts: Parts): [bucket: string, part: Part][] =>
  Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** All entries before a bound: how many, and what their measures add up to. */
export async function rank({ list, at }: Tallies, bound: string): Promise<Sum> {
  let tally = await at('')
  let before: Sum = nothing
  while (tally.parts) {
    const parts = sorted(tally.parts)
    const isAround = ([bucket]: [string, Part]) => bound.startsWith(bucket)
    const earlier = parts.filter(part => part[0] < bound && !isAround(part))
    before = added(before, sumOf(earlier.map(([, part]) => part)))
    const [around, part] = parts.find(isAround) ?? []
    if (!around) return before
    if (!part?.divided) return added(before, await sumUpTo(list, bound, { around, whole: part ?? nothing }))
    tally = await at(around)
  }
  return added(before, await sumBetween(list, { from: bucketRange(tally.prefix).from, to: bound }))
}

/** Of a bucket's entries those before a bound, read from whichever side is nearer. */
async function sumUpTo(list: List, bound: string, { around, whole }: { around: string; whole: Sum }) {
  if (!isLate(around, bound)) return sumBetween(list, { from: around, to: bound })
  return lessened(whole, await sumBetween(list, { from: bound, to: endOf(around) }))
}

const sumBetween = async (list: List, range: Range) => ofEntries(await readEntries(list, { range }))

/** Where the entry stands that has `n` before it, seen in a direction. */
export async function select({ at }: Tallies, n: number, direction: Direction): Promise<Place> {
  let tally = await at('')
  let skip = n
  while (tally.parts) {
    const parts = direction === 'forwards' ? sorted(tally.parts) : sorted(tally.parts).toReversed()
    const found = parts.find(([, { count }]) => {
      if (skip < count) return true
      skip -= count
      return false
    })
    if (!found) return { range: behind(tally.prefix, direction), skip }
    const [bucket, { divided }] = found
    if (!divided) return { range: onwards(bucket, direction), skip }
    tally = await at(bucket)
  }
  return { range: onwards(tally.prefix, direction), skip }
}

const onwards = (bucket: string, direction: Direction): Range =>
  direction === 'forwards'
    ? { from: bucketRange(bucket).from, to: everything.to }
    : { from: everything.from, to: bucketRange(bucket).to }

/** Where a bucket turns out to hold less than was said of it, the rest stands behind it. */
const behind = (bucket: string, direction: Direction): Range =>
  direction === 'forwards'
    ? { from: endOf(bucket), to: everything.to }
    : { from: everything.from, to: bucket }
