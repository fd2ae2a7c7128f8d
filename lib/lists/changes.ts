/** Follows the table: whatever happens to entries, their tallies are counted anew. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { inLanes } from '../kit/lanes.ts'
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

/** Lists at a time: each asks for several buckets at once, and the SDK keeps fifty connections. */
const atOnce = 20

/** What is to be done once a list has been counted. */
export type Follow = (list: List) => Promise<void>

/** A list that cannot be counted now comes again with all that follows it, which does no harm. */
export async function recountChanged(
  records: readonly DynamoDBRecord[],
  follow: Follow,
): Promise<DynamoDBBatchResponse> {
  const byList = Map.groupBy(records.flatMap(touchedBy), ({ partition }) => partition)
  const failed = await inLanes(byList, atOnce, ([partition, touched]) =>
    failureOf(listAt(partition), touched, follow),
  )
  return { batchItemFailures: failed.flat().map(itemIdentifier => ({ itemIdentifier })) }
}

async function failureOf(list: List | null, touched: readonly Touched[], follow: Follow): Promise<string[]> {
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
