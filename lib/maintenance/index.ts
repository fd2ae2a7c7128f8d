/** Maintenance: the stream worker that updates tallies and counters, and rebuilding, checking and repairing on demand. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { recountChanged } from '../lists/changes.ts'
import { syncCounters } from './entities.ts'
import { finishInterruptedSave, reassignMerged, syncInvoices, syncNewCustomer } from './follow-changes.ts'

export { check } from './check.ts'
export { countObjects } from './counts.ts'
export { endWait } from './end-wait.ts'
export { type Difference, type Finding, type FindingKind, findingOf } from './finding.ts'
export { type MigratedCounts, migrate } from './migrate.ts'
export { type Failure, type RebuildResult, rebuildEntries, rebuildTallies } from './rebuild.ts'
export { repair } from './repair.ts'

/** What is done for each record, and what the log says if it fails. */
const rowTasks = [
  [finishInterruptedSave, 'An interrupted save could not be finished.'],
  [syncInvoices, 'The invoices of an order could not be updated.'],
  [syncNewCustomer, 'The totals of a new customer could not be saved.'],
] as const

/** Last, as a customer may have many orders: the totals of the batch do not wait for them. */
const lastTasks = [
  [reassignMerged, 'The orders and subscriptions of a merged customer could not be moved.'],
] as const

type Task = readonly [task: (record: DynamoDBRecord) => Promise<void>, message: string]

/** The SDK opens at most 50 connections. */
const maxConcurrentRecords = 20

/** Rows come before lists; the entries that they write arrive later as records of their own. */
export async function run(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const failed = await runForEach(records, rowTasks)
  const { batchItemFailures } = await recountChanged(records, syncCounters)
  return { batchItemFailures: [...failed, ...batchItemFailures, ...(await runForEach(records, lastTasks))] }
}

async function runForEach(records: readonly DynamoDBRecord[], tasks: readonly Task[]) {
  const failed = await mapConcurrent(records, maxConcurrentRecords, record => runTasks(record, tasks))
  return failed.flat()
}

/** A record that fails is delivered again; the lists of all others are recounted meanwhile. */
async function runTasks(
  record: DynamoDBRecord,
  tasks: readonly Task[],
): Promise<DynamoDBBatchResponse['batchItemFailures']> {
  const results = await Promise.all(tasks.map(([task, message]) => succeeds(() => task(record), message)))
  return results.every(Boolean) ? [] : [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }]
}

async function succeeds(task: () => Promise<void>, message: string): Promise<boolean> {
  try {
    await task()
    return true
  } catch (fault) {
    logFault(message, fault)
    return false
  }
}
