/**
 * Keeps tallies right by recounting, never by adding: it may be repeated, reordered, or run twice at once, and what
 * comes out is what is there. Each write carries the version that was read before anything was counted, and is done
 * even where nothing differs: it makes a slower recount, which may have counted before the last change, count again.
 */

import type { List } from '../store/entry.ts'
import { onFreshData } from '../store/write.ts'
import { bucketRange, ofEntries, readEntries } from './entries.ts'
import { bucketBelow } from './position.ts'
import { type Part, type Parts, readTally, type Sum, sumOf, type Tally, writeTally } from './tally.ts'

/** A bucket is divided once it holds more: no place in a list is then further than this from one that is known. */
export const mostUndivided = 100

/** Counts anew the buckets in which these positions lie, and all above them. */
export const recount = (list: List, positions: readonly string[]): Promise<Sum> =>
  recountIn(list, '', positions)

/** Counts a whole list from its entries alone. */
export const recountAll = (list: List): Promise<Sum> => divide(list, '')

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

/** Reads the version, counts, and writes on condition of it; a race that is lost is run again. */
function settled(list: List, prefix: string, counted: (before: Tally) => Promise<Parts>): Promise<Sum> {
  return onFreshData(async () => {
    const before = await readTally(list, prefix, true)
    const parts = await counted(before)
    const sum = sumOf(Object.values(parts))
    await writeTally(list, { ...before, ...sum, parts: withoutEmpty(parts) })
    return sum
  })
}

const divide = (list: List, prefix: string): Promise<Sum> =>
  settled(list, prefix, () => division(list, prefix))

async function divided(sum: Promise<Sum>): Promise<Part> {
  return { ...(await sum), divided: true }
}

/** What lies in a bucket that has no tally, and by now may need one. */
async function partOf(list: List, bucket: string): Promise<Part> {
  const entries = await readEntries(list, { range: bucketRange(bucket), consistent: true })
  return entries.length > mostUndivided ? divided(divide(list, bucket)) : ofEntries(entries)
}

/** Entries by the bucket below in which they lie. */
async function division(list: List, prefix: string): Promise<Parts> {
  const entries = await readEntries(list, { range: bucketRange(prefix), consistent: true })
  const inside = Map.groupBy(entries, ({ position }) => bucketBelow(prefix, position))
  const parts: Parts = {}
  for (const [bucket, some] of inside)
    parts[bucket] = some.length > mostUndivided ? await divided(divide(list, bucket)) : ofEntries(some)
  return parts
}

/** A divided bucket stays known when it empties: its tally is there, and may be needed again. */
const withoutEmpty = (parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([, { count, divided }]) => count > 0 || divided))
