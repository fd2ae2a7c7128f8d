/**
 * Updates tallies. A recount counts entries again instead of adding to an earlier count, so recounts may be repeated,
 * reordered or concurrent. Each write increments the version of the tally, and fails if another recount has changed the
 * tally since it was read. The recount then starts over, because the entries that it has counted may be out of date.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import { retryOnConflict } from '../store/conditional-write.ts'
import type { List } from '../store/list-entry.ts'
import { divideIntoBuckets } from './divide-into-buckets.ts'
import { bucketRange, readEntries, sumOfEntries } from './entries.ts'
import { maxBucketEntries } from './sizes.ts'
import { readTally, type Tally, writeTally } from './tally.ts'
import { bucketAmong, dividedPart, hasRoomFor, type Parts, type Sum, sumOf, zero } from './tally-parts.ts'

/** The number of buckets of one tally that are counted at once. */
const maxConcurrent = 8

/** Recounts the buckets that contain these positions, and all larger buckets around them. */
export const recountChangedBuckets = (list: List, positions: readonly string[]): Promise<Sum> =>
  recountIn(list, '', positions)

function recountIn(list: List, prefix: string, positions: readonly string[]): Promise<Sum> {
  return updateTally(list, prefix, async ({ parts }) => {
    if (!parts) return divideBucket(list, prefix)
    const buckets = Object.keys(parts)
    const changed = Map.groupBy(positions, position => bucketAmong(buckets, prefix, position))
    const counted = await mapConcurrent(changed, maxConcurrent, async ([bucket, inside]) =>
      parts[bucket]?.divided
        ? { [bucket]: dividedPart(await recountIn(list, bucket, inside)) }
        : countBucket(list, bucket, hasRoomFor(bucket, parts)),
    )
    return Object.assign({}, parts, ...counted)
  })
}

/**
 * Counts a bucket. A bucket with too many entries is replaced by smaller buckets. If the tally has no room for the
 * smaller buckets, the bucket gets a tally of its own.
 */
async function countBucket(list: List, bucket: string, hasRoom: boolean): Promise<Parts> {
  const range = bucketRange(bucket)
  const entries = await readEntries(list, { range, max: maxBucketEntries + 1, consistent: true })
  if (entries.length <= maxBucketEntries) return { [bucket]: sumOfEntries(entries) }
  if (!hasRoom) return { [bucket]: dividedPart(await recountDivided(list, bucket)) }
  return { [bucket]: zero, ...(await divideBucket(list, bucket)) }
}

async function divideBucket(list: List, prefix: string): Promise<Parts> {
  const { small, large } = await divideIntoBuckets(list, prefix, bucketRange(prefix))
  const counted = await mapConcurrent(large, maxConcurrent, async bucket => ({
    [bucket]: dividedPart(await recountDivided(list, bucket)),
  }))
  return Object.assign({}, small, ...counted)
}

const recountDivided = (list: List, prefix: string): Promise<Sum> =>
  updateTally(list, prefix, () => divideBucket(list, prefix))

/**
 * Counts the entries and writes the tally. Starts over if the tally has changed since it was read. `known` is the tally
 * if it has been read with a consistent read.
 */
export function updateTally(list: List, prefix: string, count: (before: Tally) => Promise<Parts>, known?: Tally) {
  let before = known
  return retryOnConflict(async () => {
    const tally = before ?? (await readTally(list, prefix, true))
    before = undefined
    const parts = withoutEmpty(await count(tally))
    const sum = sumOf(Object.values(parts))
    await writeTally(list, { ...tally, ...sum, parts })
    return { ...sum, parts }
  })
}

/** Removes empty buckets. An empty bucket that is divided is kept, because its own tally still exists. */
const withoutEmpty = (parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([, { count, divided }]) => count > 0 || divided))
