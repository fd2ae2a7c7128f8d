/**
 * Updates data that is derived from other data, such as tallies and counters, after each batch of the table's stream.
 */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import type { CustomerId, OrderToken } from '../core/ids.ts'
import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { recountChangedLists } from '../lists/recount-changed-lists.ts'
import { syncSuffixesOfChangedWords } from '../lists/word-suffixes.ts'
import { failureOf, rowOfImage } from '../store/stream-record.ts'
import { entityAttribute } from '../store/table.ts'
import * as subscriptions from '../subscriptions/index.ts'
import { finishSave, isCounted, referenceTo, saveCounters, saveDerivedFields, storedObjects } from './objects.ts'

/** The tasks that run for each stream record, with the message that is logged if the task fails. */
const rowTasks = [
  [finishInterruptedSave, 'An interrupted save could not be finished.'],
  [syncInvoices, 'The invoices of an order could not be updated.'],
  [syncNewCustomer, 'The totals of a new customer could not be saved.'],
] as const

/** These tasks run after the recount of lists, because they take long if a customer has many orders. */
const lastTasks = [[finishMerge, 'The orders and subscriptions of a merged customer could not be moved.']] as const

type Task = readonly [task: (record: DynamoDBRecord) => Promise<void>, message: string]

/** The number of records processed at the same time. The AWS SDK opens at most 50 connections. */
const maxConcurrentRecords = 20

/**
 * Runs the tasks for stream records, recounts lists, and updates the words of search lists. If a task writes list
 * entries, the stream delivers these entries later, and a later run counts the entries.
 */
export async function updateDerivedData(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const failed = await runForEach(records, rowTasks)
  const { batchItemFailures } = await recountChangedLists(records, { isCounted, afterRecount: saveCounters })
  const unsearchable = await syncSuffixesOfChangedWords(records)
  const late = await runForEach(records, lastTasks)
  return { batchItemFailures: [...failed, ...batchItemFailures, ...unsearchable.batchItemFailures, ...late] }
}

/** Runs the tasks for each record. Returns the records for which a task failed, so that they are delivered again. */
async function runForEach(records: readonly DynamoDBRecord[], tasks: readonly Task[]) {
  const failed = await mapConcurrent(records, maxConcurrentRecords, async record => {
    const results = await Promise.all(tasks.map(([task, message]) => succeeds(() => task(record), message)))
    return results.every(Boolean) ? [] : [failureOf(record)]
  })
  return failed.flat()
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

/** Returns the row after the change, or null if the row was deleted or belongs to another entity. */
function changedRow<R>({ dynamodb: { NewImage } = {} }: DynamoDBRecord, entity: string): (Tenant & R) | null {
  return NewImage?.[entityAttribute]?.S === entity ? rowOfImage<Tenant & R>(NewImage) : null
}

/** Finishes a save that also writes entries after its transaction, in case its process has ended before the last. */
async function finishInterruptedSave({ dynamodb: { NewImage } = {} }: DynamoDBRecord): Promise<void> {
  if (!NewImage?.unfinished) return
  const image = rowOfImage(NewImage)
  const object = storedObjects.find(({ name }) => name === image[entityAttribute])
  if (object) await finishSave(referenceTo(object, image))
}

/**
 * Updates the invoices of a changed order. Refunds, chargebacks and late payments of the order change the state of its
 * invoices.
 */
async function syncInvoices(record: DynamoDBRecord): Promise<void> {
  const order = changedRow<{ token: OrderToken }>(record, 'order')
  if (order && !isMarkRemoval(record))
    await subscriptions.syncInvoicesOfOrder({ account: order.account, mode: order.mode }, order.token)
}

/** Returns whether nothing but the mark of an unfinished save was removed. Any other change has a new version. */
const isMarkRemoval = ({ dynamodb: { OldImage, NewImage } = {} }: DynamoDBRecord): boolean =>
  OldImage?.version !== undefined && OldImage.version.N === NewImage?.version?.N

/** Saves the totals of a new customer, whose orders may have been counted before the customer was created. */
async function syncNewCustomer(record: DynamoDBRecord): Promise<void> {
  const customer = changedRow(record, 'customer')
  if (customer && record.eventName === 'INSERT')
    await saveDerivedFields(referenceTo(customers.customerDefinition, customer))
}

/** Moves the orders and subscriptions of a merged customer, in case the merge was interrupted. */
async function finishMerge(record: DynamoDBRecord): Promise<void> {
  const alias = changedRow<{ id: CustomerId }>(record, 'customer-id')
  if (alias) await customers.finishMerge({ account: alias.account, mode: alias.mode }, alias.id)
}
