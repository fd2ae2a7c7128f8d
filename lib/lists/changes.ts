/** Follows the table: whatever happens to entries, their tallies are counted anew. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../kit/log.ts'
import { type EntryKey, type List, listAt } from '../store/entry.ts'
import { tableKeys } from '../store/table.ts'
import { recount } from './recount.ts'

interface Touched extends EntryKey {
  /** Of the record that says so. */
  sequence: string
}

function touchedBy({ dynamodb: { Keys, SequenceNumber = '' } = {} }: DynamoDBRecord): Touched[] {
  const partition = Keys?.[tableKeys.partition]?.S ?? ''
  const position = Keys?.[tableKeys.sort]?.S ?? ''
  return listAt(partition) ? [{ partition, position, sequence: SequenceNumber }] : []
}

/** A list that cannot be counted now comes again with all that follows it, which does no harm. */
export async function recountChanged(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const byList = Map.groupBy(records.flatMap(touchedBy), ({ partition }) => partition)
  const failed = await Promise.all(
    [...byList].map(([partition, touched]) => failureOf(listAt(partition), touched)),
  )
  return { batchItemFailures: failed.flat().map(itemIdentifier => ({ itemIdentifier })) }
}

async function failureOf(list: List | null, touched: readonly Touched[]): Promise<string[]> {
  try {
    if (list) await recount(list, [...new Set(touched.map(({ position }) => position))])
    return []
  } catch (fault) {
    logFault('A list could not be recounted.', fault, { list: list?.list ?? '' })
    return touched.slice(0, 1).map(({ sequence }) => sequence)
  }
}
