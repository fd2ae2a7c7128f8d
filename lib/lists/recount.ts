/**
 * Keeps tallies right by recounting, never by adding: it may be repeated, reordered, or run twice at once, and what
 * comes out is what is there. Each write carries the version that was read before anything was counted, and is done
 * even where nothing differs: it makes a slower recount, which may have counted before the last change, count again.
 */

import { inLanes } from '../kit/lanes.ts'
import type { List } from '../store/entry.ts'
import { onFreshData } from '../store/write.ts'
import { bucketsIn, mostUndivided, rangesAround } from './buckets.ts'
import { bucketRange, ofEntries, readEntries } from './entries.ts'
import { bucketBelow } from './position.ts'
import {
  nothing,
  type Part,
  type Parts,
  readTally,
  type Sum,
  sumOf,
  type Tally,
  writeTally,
} from './tally.ts'

/** Large buckets at a time, on each level. */
const atOnce = 4

/** Counts anew the buckets in which these positions lie, and all above them. */
export const recount = (list: List, positions: readonly string[]): Promise<Sum> =>
  recountIn(list, '', positions)

function recountIn(list: List, prefix: string, positions: readonly string[]): Promise<Sum> {
  return settled(list, prefix, async ({ parts }) => {
    if (!parts) return division(list, prefix)
    const touched = Map.groupBy(positions, position => bucketBelow(prefix, position))
    const counted = [...touched].map(async ([bucket, inside]) => {
      const part = parts[bucket]?.divided ? divided(recountIn(list, bucket, inside)) : partOf(list, bucket)
      return [bucket, await part] as const
    })
    return { ...parts, ...Object.fromEntries(await Promise.all(counted)) }
  })
}

/**
 * Counts a whole list from its entries alone, while others recount what changes. Long counting would lose every race,
 * so that each bucket is written twice, in a moment both times: first it is told how it divides, then whatever is
 * divided is counted, and then it is summed up from that. Whoever recounts an entry meanwhile goes through the divided
 * bucket, and writes both; so a bucket that was counted after it was told of stays right.
 */
export async function recountAll(list: List, prefix = ''): Promise<Sum> {
  const counted = new Set<string>()
  for (;;) {
    const { parts = {}, ...sum } = await settled(list, prefix, before => overview(list, before))
    const open = dividedIn(parts).filter(bucket => !counted.has(bucket))
    if (open.length === 0) return sum
    await inLanes(open, atOnce, bucket => recountAll(list, bucket))
    for (const bucket of open) counted.add(bucket)
  }
}

/** Small buckets by their entries, and divided ones by their tallies; those that have to be divided begin here. */
async function overview(list: List, { prefix, parts = {} }: Tally): Promise<Parts> {
  const known = dividedIn(parts)
  const around = rangesAround(prefix, known).map(range => bucketsIn(list, prefix, range))
  const found = await Promise.all(around)
  const begun = found.flatMap(({ large }) => large).map(bucket => begin(list, bucket, parts[bucket]))
  const summed = known.map(async bucket => [bucket, await divided(readTally(list, bucket, true))] as const)
  const large = await Promise.all([...begun, ...summed])
  return Object.assign({}, ...found.map(({ small }) => small), Object.fromEntries(large))
}

/** Whatever a bucket's tally said before it counted for anything is taken back: who comes upon it counts it whole. */
async function begin(list: List, bucket: string, before: Sum = nothing): Promise<[string, Part]> {
  const left = await readTally(list, bucket, true)
  await writeTally(list, { ...left, parts: undefined })
  return [bucket, { ...before, divided: true }]
}

const dividedIn = (parts: Parts) => Object.keys(parts).filter(bucket => parts[bucket]?.divided)

/** Reads the version, counts, and writes on condition of it; a race that is lost is run again. */
function settled(list: List, prefix: string, counted: (before: Tally) => Promise<Parts>) {
  return onFreshData(async () => {
    const before = await readTally(list, prefix, true)
    const parts = withoutEmpty(await counted(before))
    const sum = sumOf(Object.values(parts))
    await writeTally(list, { ...before, ...sum, parts })
    return { ...sum, parts }
  })
}

const divide = (list: List, prefix: string): Promise<Sum> =>
  settled(list, prefix, () => division(list, prefix))

async function divided(sum: Promise<Sum>): Promise<Part> {
  const { count, measures } = await sum
  return { count, measures, divided: true }
}

/** What lies in a bucket that has no tally, and by now may need one. */
async function partOf(list: List, bucket: string): Promise<Part> {
  const range = bucketRange(bucket)
  const entries = await readEntries(list, { range, most: mostUndivided + 1, consistent: true })
  return entries.length > mostUndivided ? divided(divide(list, bucket)) : ofEntries(entries)
}

/** Entries by the bucket below in which they lie. */
async function division(list: List, prefix: string): Promise<Parts> {
  const { small, large } = await bucketsIn(list, prefix, bucketRange(prefix))
  const counted = await inLanes(large, atOnce, async bucket => [bucket, await divided(divide(list, bucket))])
  return { ...small, ...Object.fromEntries(counted) }
}

/** A divided bucket stays known when it empties: its tally is there, and may be needed again. */
const withoutEmpty = (parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([, { count, divided }]) => count > 0 || divided))
