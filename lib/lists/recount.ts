/**
 * Keeps tallies right by recounting, never by adding: it may be repeated, reordered, or run twice at once, and what
 * comes out is what is there. Each write carries the version that was read before anything was counted, and is done
 * even where nothing differs: it makes a slower recount, which may have counted before the last change, count again.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import { retryOnConflict } from '../store/conflict.ts'
import type { List } from '../store/list-entry.ts'
import { findBuckets } from './buckets.ts'
import { bucketRange, readEntries, sumOfEntries } from './entries.ts'
import { bucketAmong, isFull, type Part, type Parts, type Sum, sumOf, zero } from './parts.ts'
import { maxBucketEntries } from './sizes.ts'
import { readTally, type Tally, writeTally } from './tally.ts'

/** Buckets at a time, in each tally. */
const atOnce = 8

/** Counts anew the buckets in which these positions lie, and all above them. */
export const recount = (list: List, positions: readonly string[]): Promise<Sum> =>
  recountIn(list, '', positions)

function recountIn(list: List, prefix: string, positions: readonly string[]): Promise<Sum> {
  return recountTally(list, prefix, async ({ parts }) => {
    if (!parts) return divideBucket(list, prefix)
    const buckets = Object.keys(parts)
    const touched = Map.groupBy(positions, position => bucketAmong(buckets, prefix, position))
    const counted = await mapConcurrent(touched, atOnce, async ([bucket, inside]) =>
      parts[bucket]?.divided
        ? { [bucket]: await asDividedPart(recountIn(list, bucket, inside)) }
        : countBucket(list, bucket, isFull(parts)),
    )
    return Object.assign({}, parts, ...counted)
  })
}

/**
 * What lies in a bucket that has no tally. One that outgrows itself falls into several; where there is no room for
 * them, it gets a tally.
 */
async function countBucket(list: List, bucket: string, hasNoRoom: boolean): Promise<Parts> {
  const range = bucketRange(bucket)
  const entries = await readEntries(list, { range, max: maxBucketEntries + 1, consistent: true })
  if (entries.length <= maxBucketEntries) return { [bucket]: sumOfEntries(entries) }
  if (hasNoRoom) return { [bucket]: await asDividedPart(recountDivided(list, bucket)) }
  return { [bucket]: zero, ...(await divideBucket(list, bucket)) }
}

/** Entries by the buckets below in which they lie. */
async function divideBucket(list: List, prefix: string): Promise<Parts> {
  const { small, large } = await findBuckets(list, prefix, bucketRange(prefix))
  const counted = await mapConcurrent(large, atOnce, async bucket => [
    bucket,
    await asDividedPart(recountDivided(list, bucket)),
  ])
  return { ...small, ...Object.fromEntries(counted) }
}

const recountDivided = (list: List, prefix: string): Promise<Sum> =>
  recountTally(list, prefix, () => divideBucket(list, prefix))

async function asDividedPart(sum: Promise<Sum>): Promise<Part> {
  const { count, measures } = await sum
  return { count, measures, divided: true }
}

/** Reads the version, counts, and writes on condition of it; a race that is lost is run again. */
export function recountTally(list: List, prefix: string, counted: (before: Tally) => Promise<Parts>) {
  return retryOnConflict(async () => {
    const before = await readTally(list, prefix, true)
    const parts = withoutEmpty(await counted(before))
    const sum = sumOf(Object.values(parts))
    await writeTally(list, { ...before, ...sum, parts })
    return { ...sum, parts }
  })
}

/** A divided bucket stays known when it empties: its tally is there, and may be needed again. */
const withoutEmpty = (parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([, { count, divided }]) => count > 0 || divided))

export const dividedIn = (parts: Parts) => Object.keys(parts).filter(bucket => parts[bucket]?.divided)
