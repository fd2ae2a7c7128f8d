/**
 * Counts a whole list from its entries alone, while others recount what changes. Long counting would lose every race,
 * so that a large bucket is seen to in moments: it is told to have a tally of its own, that is counted by itself, and
 * then summed up or taken in from there. Whoever recounts an entry meanwhile goes through that tally, and writes both;
 * so a bucket that was counted after it was told of stays right.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { List } from '../store/list-entry.ts'
import { findBuckets, rangesBetween } from './buckets.ts'
import { isFull, type Parts, type Sum, sumWithin } from './parts.ts'
import { dividedIn, recountTally } from './recount.ts'
import { readTally, type Tally, writeTally } from './tally.ts'

/** Tallies at a time, below each. */
const atOnce = 4

export async function rebuildTallies(list: List, prefix = ''): Promise<Sum> {
  const counted = new Set<string>()
  for (;;) {
    const { parts, ...sum } = await recountTally(list, prefix, before => overview(list, before, counted))
    if (dividedIn(parts).length === 0) return sum
    const open = dividedIn(parts).filter(bucket => !counted.has(bucket))
    if (open.length === 0) break
    await mapConcurrent(open, atOnce, bucket => rebuildTallies(list, bucket))
    for (const bucket of open) counted.add(bucket)
  }
  return recountTally(list, prefix, before => gathered(list, before))
}

/** Small buckets by their entries, and divided ones by their tallies; those that have to be divided begin here. */
async function overview(list: List, { prefix, parts = {} }: Tally, counted: Set<string>): Promise<Parts> {
  const known = dividedIn(parts)
  const around = rangesBetween(prefix, known).map(range => findBuckets(list, prefix, { ...range, known }))
  const found = await Promise.all(around)
  const begun = found.flatMap(({ large }) => large)
  for (const bucket of begun) counted.delete(bucket)
  const large = await Promise.all([
    ...begun.map(bucket => begin(list, bucket, sumWithin(parts, bucket))),
    ...known.map(async bucket => asDivided(await readTally(list, bucket, true))),
  ])
  return Object.assign({}, ...found.map(({ small }) => small), ...large)
}

/** Whatever a bucket's tally said before it counted for anything is taken back: who comes upon it counts it whole. */
async function begin(list: List, bucket: string, before: Sum): Promise<Parts> {
  const left = await readTally(list, bucket, true)
  await writeTally(list, { ...left, parts: undefined })
  return { [bucket]: { ...before, divided: true } }
}

const asDivided = ({ prefix, count, measures }: Tally): Parts => ({
  [prefix]: { count, measures, divided: true },
})

/** What the tallies below say is taken into this one, as long as there is room: one call then tells it all. */
async function gathered(list: List, { parts = {} }: Tally): Promise<Parts> {
  const below = await mapConcurrent(dividedIn(parts), atOnce, bucket => readTally(list, bucket, true))
  const byBucket = new Map(below.map(tally => [tally.prefix, tally]))
  const all: Parts = {}
  for (const [bucket, part] of Object.entries(parts)) {
    const tally = byBucket.get(bucket)
    Object.assign(all, tally ? takenIn(tally, all) : { [bucket]: part })
  }
  return all
}

const takenIn = (tally: Tally, others: Parts): Parts =>
  tally.parts && !isFull({ ...others, ...tally.parts }) ? tally.parts : asDivided(tally)
