/**
 * Lets ten workers recount one list at the same time, as ten batches of a shard do in AWS. Each request to the table
 * takes 8 ms.
 */

import { newId } from '../../../lib/core/ids.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { timePosition } from '../../../lib/lists/position.ts'
import { recountChangedBuckets } from '../../../lib/lists/recount-changed-buckets.ts'
import { readTally } from '../../../lib/lists/tally.ts'
import { EntryRow, type List, listPartition } from '../../../lib/store/list-entry.ts'
import { useTransactions } from '../../support/transactions.ts'
import { limits } from './aws-limits.ts'
import { callMilliseconds } from './parts.ts'

export interface RecountRace {
  workers: number
  seconds: number
  /** The average number of attempts of a worker, including the one that succeeds. */
  attempts: number
  failures: string[]
}

const entriesOfWorker = 50
const list = 'race'

export async function measureRecountRace(tenant: Tenant): Promise<RecountRace> {
  const raced: List = { ...tenant, list }
  const workers = limits.streamBatchesPerShard.value
  const batches = Array.from({ length: workers }, (_, worker) => positionsOf(worker))
  for (const positions of batches)
    await EntryRow.put(positions.map(position => ({ partition: listPartition(raced), position }))).go()
  const transactions = useTransactions(callMilliseconds)
  const startedAt = performance.now()
  const traffic = await Promise.all(
    batches.map(positions => transactions.measure(() => recountChangedBuckets(raced, positions))),
  )
  const seconds = (performance.now() - startedAt) / 1000
  transactions.restore()
  const rejections = traffic.reduce((sum, one) => sum + one.rejections, 0)
  return { workers, seconds, attempts: (workers + rejections) / workers, failures: await faultsOf(raced, workers) }
}

/** Returns positions of orders whose times are within two seconds, as in a rush. */
const positionsOf = (worker: number) =>
  Array.from({ length: entriesOfWorker }, (_, n) =>
    timePosition(`2026-11-27T09:00:0${worker % 2}.${String(n * 10 + worker).padStart(3, '0')}Z`, newId()),
  )

async function faultsOf(raced: List, workers: number): Promise<string[]> {
  const { count } = await readTally(raced, '', true)
  const expected = workers * entriesOfWorker
  return count === expected ? [] : [`Ten recounts at once counted ${count} entries of ${expected}.`]
}
