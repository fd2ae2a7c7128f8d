/** Upkeep: what has to follow a change of the table, by whomever it was made. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../core/log.ts'
import { recountChanged } from '../lists/changes.ts'
import { finishInterruptedSave } from './interrupted-saves.ts'
import { syncCounters } from './sync-counters.ts'

export { type Rebuilt, rebuildEntries, rebuildTallies } from './rebuild.ts'

/**
 * Tallies are counted anew, and the numbers that lists are sorted by are saved on what they describe. What a crash has
 * left half written is finished first; its entries come by the stream again.
 */
export async function run(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const unfinished = await Promise.all(records.map(failureOf))
  const { batchItemFailures } = await recountChanged(records, syncCounters)
  return { batchItemFailures: [...unfinished.flat(), ...batchItemFailures] }
}

/** What cannot be finished now comes again; meanwhile all that can be counted is. */
async function failureOf(record: DynamoDBRecord): Promise<DynamoDBBatchResponse['batchItemFailures']> {
  try {
    await finishInterruptedSave(record)
    return []
  } catch (fault) {
    logFault('What a crash has left half written could not be finished.', fault)
    return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }]
  }
}
