/** Maintenance: the stream worker that keeps tallies and counters up to date, and rebuilding them on demand. */

import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { logFault } from '../core/log.ts'
import { recountChanged } from '../lists/changes.ts'
import { finishInterruptedSave } from './interrupted-saves.ts'
import { syncCounters } from './sync-counters.ts'

export { type RebuildResult, rebuildEntries, rebuildTallies } from './rebuild.ts'

/** Interrupted saves are finished first; the entries this writes arrive later as records of their own. */
export async function run(records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> {
  const unfinished = await Promise.all(records.map(finish))
  const { batchItemFailures } = await recountChanged(records, syncCounters)
  return { batchItemFailures: [...unfinished.flat(), ...batchItemFailures] }
}

/** A record that fails is delivered again; the lists of all others are recounted meanwhile. */
async function finish(record: DynamoDBRecord): Promise<DynamoDBBatchResponse['batchItemFailures']> {
  try {
    await finishInterruptedSave(record)
    return []
  } catch (fault) {
    logFault('An interrupted save could not be finished.', fault)
    return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }]
  }
}
