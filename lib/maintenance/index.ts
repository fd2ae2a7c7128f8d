/** Maintenance: the stream worker that updates tallies and counters, and rebuilding, checking and repairing on demand. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { recountChanged } from '../lists/changes.ts'
import { rowOfImage } from '../store/stream-image.ts'
import { entityAttribute } from '../store/table.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { finishSave, objects, referenceTo, syncCounters, syncFields } from './objects.ts'

export { check } from './check.ts'
export { endWait } from './check-unfinished.ts'
export { countObjects } from './counts.ts'
export { type Difference, type Finding, type FindingKind, findingOf } from './finding.ts'
export {
  type Failure,
  type MigratedCounts,
  migrate,
  type RebuildResult,
  rebuildEntries,
  rebuildTallies,
  repair,
} from './rebuild.ts'

/** What is done for each record, and what the log says if it fails. */
const rowTasks = [
  [finishInterruptedSave, 'An interrupted save could not be finished.'],
  [syncInvoices, 'The invoices of an order could not be updated.'],
  [syncNewCustomer, 'The totals of a new customer could not be saved.'],
] as const

/** Last, as a customer may have many orders: the totals of the batch do not wait for them. */
const lastTasks = [[reassignMerged, 'The orders and subscriptions of a merged customer could not be moved.']] as const

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

/** The row as it is after the change, if it is one of this entity. */
function changedRow<R>({ dynamodb: { NewImage } = {} }: DynamoDBRecord, entity: string): (Tenant & R) | null {
  return NewImage?.[entityAttribute]?.S === entity ? rowOfImage<Tenant & R>(NewImage) : null
}

/** Finishes a save that needed several transactions and whose process ended before the last one. */
async function finishInterruptedSave({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (!NewImage?.unfinished) return
  const image = rowOfImage(NewImage)
  const object = objects.find(({ name }) => name === image[entityAttribute])
  if (object) await finishSave(referenceTo(object, image))
}

/** The payment of an order may have changed: a refund, a chargeback, a late payment. */
async function syncInvoices(record: DynamoDBRecord): Promise<void> {
  const order = changedRow<{ token: OrderToken }>(record, 'order')
  if (order) await subscriptions.syncInvoices({ account: order.account, mode: order.mode }, order.token)
}

/** Orders and subscriptions that arrived before the customer was created are in lists whose totals were counted then. */
async function syncNewCustomer(record: DynamoDBRecord): Promise<void> {
  const customer = changedRow(record, 'customer')
  if (customer && record.eventName === 'INSERT') await syncFields(referenceTo(customers.customerDefinition, customer))
}

/** Moves what a merged customer had, if the process that merged them has stopped before. */
async function reassignMerged(record: DynamoDBRecord): Promise<void> {
  const alias = changedRow<{ id: CustomerId }>(record, 'customer-id')
  if (alias) await customers.reassignMerged({ account: alias.account, mode: alias.mode }, alias.id)
}
