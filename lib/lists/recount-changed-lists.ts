/** Recounts the lists whose entries appear in a batch of the table's stream. */

import { isDeepStrictEqual } from 'node:util'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { type List, listOfPartition, measuresAttribute } from '../store/list-entry.ts'
import { failureOf } from '../store/stream-record.ts'
import { tableKeys } from '../store/table.ts'
import { recountChangedBuckets } from './recount-changed-buckets.ts'

const partitionOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.[tableKeys.partition]?.S ?? ''
const positionOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.[tableKeys.sort]?.S ?? ''

/**
 * Returns whether a tally may have to change. A tally counts entries and adds up their measures, so a change of other
 * attributes, such as facets, does not affect it.
 */
function affectsTally({ eventName, dynamodb: { OldImage, NewImage } = {} }: DynamoDBRecord): boolean {
  const isModified = eventName === 'MODIFY' && OldImage && NewImage
  return !isModified || !isDeepStrictEqual(OldImage[measuresAttribute], NewImage[measuresAttribute])
}

/** The SDK opens at most 50 connections, and the recount of each list needs several connections. */
const maxConcurrentLists = 20

interface RecountOptions {
  /** Returns whether the list has tallies. */
  isCounted: (list: List) => boolean
  afterRecount: (list: List) => Promise<void>
}

/**
 * Returns the first record of each list for which the recount or `afterRecount` failed. Lambda delivers the earliest of
 * these records and all later records again. Recounting a list twice does no harm.
 */
export async function recountChangedLists(
  records: readonly DynamoDBRecord[],
  { isCounted, afterRecount }: RecountOptions,
): Promise<DynamoDBBatchResponse> {
  const byPartition = Map.groupBy(records.filter(affectsTally), partitionOf)
  const failed = await mapConcurrent(byPartition, maxConcurrentLists, async ([partition, changed]) => {
    const list = listOfPartition(partition)
    const isDone = !list || !isCounted(list) || (await recountList(list, changed.map(positionOf), afterRecount))
    return isDone ? [] : changed.slice(0, 1).map(failureOf)
  })
  return { batchItemFailures: failed.flat() }
}

/** Returns false if the recount or `afterRecount` fails. */
async function recountList(list: List, positions: readonly string[], afterRecount: RecountOptions['afterRecount']) {
  try {
    await recountChangedBuckets(list, [...new Set(positions)])
    await afterRecount(list)
    return true
  } catch (fault) {
    /** The value after `=` may be personal data, such as the city of a buyer. */
    logFault('A list could not be recounted.', fault, { ...list, list: list.list.replace(/=.*/s, '=') })
    return false
  }
}
