/**
 * Rebuilds the tallies of a list from its entries, while the list is in use. A large bucket is first marked as divided
 * in the parent's tally, and then counted into a tally of its own. Finally, its parts are written into the parent's
 * tally, or only its sum if there is no room for the parts. These steps are separate, because a step starts over if a
 * recount changes its tally meanwhile. One long step would start over again and again.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { List } from '../store/list-entry.ts'
import { divideIntoBuckets, rangesBetween } from './divide-into-buckets.ts'
import { isListEmpty } from './entries.ts'
import { updateTally } from './recount-changed-buckets.ts'
import { readTally, type Tally, writeTally } from './tally.ts'
import { dividedBuckets, dividedPart, hasRoomFor, type Parts, type Sum, sumWithin, zero } from './tally-parts.ts'

/** The number of children of one tally that are rebuilt at once, or read at once in order to merge them. */
const maxConcurrent = 4

/**
 * Rebuilds the tallies of a list, and returns its sum. `known` is the tally of the whole list if it has been read with
 * a consistent read. If `known` shows that an empty list has no tally, nothing is written, because small stores have
 * many empty lists.
 */
export async function rebuildTalliesOfList(list: List, known?: Tally): Promise<Sum> {
  if (known?.version === 0 && (await isListEmpty(list))) return zero
  return rebuildTallies(list, '', known)
}

async function rebuildTallies(list: List, prefix: string, known?: Tally): Promise<Sum> {
  const counted = new Set<string>()
  for (let before = known; ; before = undefined) {
    const count = (tally: Tally) => countParts(list, tally, counted)
    const { parts, ...sum } = await updateTally(list, prefix, count, before)
    if (dividedBuckets(parts).length === 0) return sum
    const open = dividedBuckets(parts).filter(bucket => !counted.has(bucket))
    if (open.length === 0) break
    await mapConcurrent(open, maxConcurrent, bucket => rebuildTallies(list, bucket))
    for (const bucket of open) counted.add(bucket)
  }
  return updateTally(list, prefix, before => mergeChildren(list, before))
}

/** Counts the entries of small buckets, reads the tallies of divided buckets, and marks large buckets as divided. */
async function countParts(list: List, { prefix, parts = {} }: Tally, counted: Set<string>): Promise<Parts> {
  const known = dividedBuckets(parts)
  const searches = rangesBetween(prefix, known).map(range => divideIntoBuckets(list, prefix, { ...range, known }))
  const found = await Promise.all(searches)
  const newlyDivided = found.flatMap(({ large }) => large)
  for (const bucket of newlyDivided) counted.delete(bucket)
  const divided = await Promise.all([
    ...newlyDivided.map(bucket => markDivided(list, bucket, sumWithin(parts, bucket))),
    ...known.map(async bucket => ({ [bucket]: dividedPart(await readTally(list, bucket, true)) })),
  ])
  return Object.assign({}, ...found.map(({ small }) => small), ...divided)
}

/**
 * Returns the part that marks a bucket as divided in the parent's tally. Before that, removes any old parts from the
 * bucket's own tally, so that the next recount counts the whole bucket.
 */
async function markDivided(list: List, bucket: string, before: Sum): Promise<Parts> {
  const tally = await readTally(list, bucket, true)
  await writeTally(list, { ...tally, parts: undefined })
  return { [bucket]: dividedPart(before) }
}

/**
 * Merges the parts of child tallies into the parent's tally while the parent's tally has room. Requests then read fewer
 * tallies.
 */
async function mergeChildren(list: List, { parts = {} }: Tally): Promise<Parts> {
  const children = await mapConcurrent(dividedBuckets(parts), maxConcurrent, bucket => readTally(list, bucket, true))
  const byBucket = new Map(children.map(tally => [tally.prefix, tally]))
  const merged: Parts = {}
  for (const [bucket, part] of Object.entries(parts)) {
    const tally = byBucket.get(bucket)
    Object.assign(merged, tally ? mergeChild(tally, merged) : { [bucket]: part })
  }
  return merged
}

const mergeChild = (tally: Tally, others: Parts): Parts =>
  tally.parts && hasRoomFor(tally.prefix, { ...others, ...tally.parts })
    ? tally.parts
    : { [tally.prefix]: dividedPart(tally) }
