/** Recounts the lists whose entries appear in a batch of the table's stream. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { type EntryKey, type List, listOfPartition } from '../store/list-entry.ts'
import { tableKeys } from '../store/table.ts'
import { recount } from './recount.ts'

interface ChangedEntry extends EntryKey {
  /** The sequence number of the stream record that reported the change. */
  sequence: string
}

function changedEntry({ dynamodb: { Keys, SequenceNumber = '' } = {} }: DynamoDBRecord): ChangedEntry[] {
  const partition = Keys?.[tableKeys.partition]?.S ?? ''
  const position = Keys?.[tableKeys.sort]?.S ?? ''
  return listOfPartition(partition) ? [{ partition, position, sequence: SequenceNumber }] : []
}

/** The SDK opens at most 50 connections, and each list needs several, because its buckets are counted concurrently. */
const maxConcurrentLists = 20

export type AfterRecount = (list: List) => Promise<void>

/** Reports the first record of each failed list. Lambda delivers it and all later records again, which is harmless. */
export async function recountChangedLists(
  records: readonly DynamoDBRecord[],
  afterRecount: AfterRecount,
): Promise<DynamoDBBatchResponse> {
  const byList = Map.groupBy(records.flatMap(changedEntry), ({ partition }) => partition)
  const failed = await mapConcurrent(byList, maxConcurrentLists, ([partition, changed]) =>
    recountList(listOfPartition(partition), changed, afterRecount),
  )
  return { batchItemFailures: failed.flat().map(itemIdentifier => ({ itemIdentifier })) }
}

/** Returns the sequence number of the first record if the recount fails, and none otherwise. */
async function recountList(
  list: List | null,
  changed: readonly ChangedEntry[],
  afterRecount: AfterRecount,
): Promise<string[]> {
  try {
    if (list) {
      await recount(list, [...new Set(changed.map(({ position }) => position))])
      await afterRecount(list)
    }
    return []
  } catch (fault) {
    logFault('A list could not be recounted.', fault, { ...list })
    return changed.slice(0, 1).map(({ sequence }) => sequence)
  }
}
