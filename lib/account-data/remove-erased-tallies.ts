/** Deletes the totals of cities and postal codes that only erased orders had. Their keys contain the city or code. */

import { now } from '../core/clock.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { findEmptyLists, isEmptinessCounted, removeEmptyTalliesOfList } from '../lists/remove-tallies.ts'
import * as orders from '../orders/index.ts'
import { waitUntil } from './wait-for-writers.ts'

/** Limits the wait for the stream worker, which usually counts a change within one or two seconds. */
const maxWaitMilliseconds = 30_000
const maxConcurrent = 10

/**
 * First waits until the stream worker has counted the lists. Otherwise the worker would later write empty totals again,
 * and they would stay for a day. Also deletes empty totals that an interrupted erasure has left.
 */
export async function removeErasedTallies(
  { account, mode }: Tenant,
  listNames: readonly string[],
  onWait: (seconds: number) => void,
): Promise<void> {
  const emptied = [...new Set(listNames)].map(list => ({ account, mode, list }))
  const isDone = async () => (await mapConcurrent(emptied, maxConcurrent, isEmptinessCounted)).every(Boolean)
  await waitUntil({ end: now().getTime() + maxWaitMilliseconds, isDone, onWait })
  const earlier = orders.erasedListPrefixes.map(prefix => findEmptyLists({ account, mode }, prefix))
  const lists = [...emptied, ...(await Promise.all(earlier)).flat()]
  const byName = new Map(lists.map(list => [list.list, list]))
  await mapConcurrent([...byName.values()], maxConcurrent, removeEmptyTalliesOfList)
}
