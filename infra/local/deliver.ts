/** Hands changes of the table to a worker as Lambda's event source mapping does: again, in halves, and at last not at all. */

import { setTimeout as pause } from 'node:timers/promises'
import type { DynamoDBRecord } from 'aws-lambda'

/** A Lambda with the table's changes as its event. */
export type Worker = (records: DynamoDBRecord[]) => Promise<unknown>

export interface Delivery {
  worker: Worker
  /** Told of a record that the worker refused to the last. */
  bury: (record: DynamoDBRecord, fault: unknown) => void
}

/** Far fewer and sooner than in AWS: here nothing is mended by waiting, and someone is watching. */
const tries = 3
const firstPause = 100

interface Outcome {
  /** What is still to do, from the first record that failed on. */
  rest: DynamoDBRecord[]
  fault?: unknown
}

/** As Lambda reads the answer: nothing is success, the first of the failures counts, and an unknown one means all. */
async function attempt(records: DynamoDBRecord[], worker: Worker): Promise<Outcome> {
  try {
    const answer = (await worker(records)) as { batchItemFailures?: { itemIdentifier: string }[] } | null
    const failures = new Set(answer?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier))
    if (failures.size === 0) return { rest: [] }
    const first = records.findIndex(({ dynamodb }) => failures.has(dynamodb?.SequenceNumber ?? ''))
    return { rest: records.slice(Math.max(0, first)), fault: new Error('The worker reported a failure.') }
  } catch (fault) {
    return { rest: records, fault }
  }
}

/** Resolves once every record is done with; a record that fails is parted from the others, so that it alone is given up. */
export async function deliver(records: DynamoDBRecord[], delivery: Delivery, tried = 0): Promise<void> {
  const { rest, fault } = await attempt(records, delivery.worker)
  const [failed] = rest
  if (!failed) return
  if (rest.length < records.length) return deliver(rest, delivery)
  if (rest.length > 1) {
    const middle = Math.ceil(rest.length / 2)
    await deliver(rest.slice(0, middle), delivery)
    return deliver(rest.slice(middle), delivery)
  }
  if (tried + 1 >= tries) return delivery.bury(failed, fault)
  await pause(firstPause * 2 ** tried)
  return deliver(rest, delivery, tried + 1)
}
