/** Follows the table: whatever happens to entries, their tallies are counted anew. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { type EntryKey, type List, listOfPartition } from '../store/list-entry.ts'
import { tableKeys } from '../store/table.ts'
import { recount } from './recount.ts'

interface Touched extends EntryKey {
  /** Of the record that says so. */
  sequence: string
}

function touchedBy({ dynamodb: { Keys, SequenceNumber = '' } = {} }: DynamoDBRecord): Touched[] {
  const partition = Keys?.[tableKeys.partition]?.S ?? ''
  const position = Keys?.[tableKeys.sort]?.S ?? ''
  return listOfPartition(partition) ? [{ partition, position, sequence: SequenceNumber }] : []
}

/** Lists at a time: each asks for several buckets at once, and the SDK keeps fifty connections. */
const atOnce = 20

/** What is to be done once a list has been counted. */
export type AfterRecount = (list: List) => Promise<void>

/** A list that cannot be counted now comes again with all that follows it, which does no harm. */
export async function recountChanged(
  records: readonly DynamoDBRecord[],
  follow: AfterRecount,
): Promise<DynamoDBBatchResponse> {
  const byList = Map.groupBy(records.flatMap(touchedBy), ({ partition }) => partition)
  const failed = await mapConcurrent(byList, atOnce, ([partition, touched]) =>
    failureOf(listOfPartition(partition), touched, follow),
  )
  return { batchItemFailures: failed.flat().map(itemIdentifier => ({ itemIdentifier })) }
}

async function failureOf(
  list: List | null,
  touched: readonly Touched[],
  follow: AfterRecount,
): Promise<string[]> {
  try {
    if (list) {
      await recount(list, [...new Set(touched.map(({ position }) => position))])
      await follow(list)
    }
    return []
  } catch (fault) {
    logFault('A list could not be recounted.', fault, { list: list?.list ?? '' })
    return touched.slice(0, 1).map(({ sequence }) => sequence)
  }
}
