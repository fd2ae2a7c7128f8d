/** Upkeep: what has to follow a change of the table, by whomever it was made. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../kit/log.ts'
import { recountChanged } from '../lists/changes.ts'
import { follow } from './follow.ts'
import { finishBroken } from './unfinished.ts'

export { type Rebuilt, recount, relist } from './rebuild.ts'

/**
 * Tallies are counted anew, and the numbers that lists are sorted by are saved on what they describe. What a crash has
 * left half written is finished first; its entries come by the stream again.
 */
export async function keepUp(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const unfinished = await Promise.all(records.map(failureOf))
  const { batchItemFailures } = await recountChanged(records, follow)
  return { batchItemFailures: [...unfinished.flat(), ...batchItemFailures] }
}

/** What cannot be finished now comes again; meanwhile all that can be counted is. */
async function failureOf(record: DynamoDBRecord): Promise<DynamoDBBatchResponse['batchItemFailures']> {
  try {
    await finishBroken(record)
    return []
  } catch (fault) {
    logFault('What a crash has left half written could not be finished.', fault)
    return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }]
  }
}
