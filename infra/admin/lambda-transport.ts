/** The way in for checkout events on this machine: the Lambda, handed what its queue would hand it. */

import { randomUUID } from 'node:crypto'
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { applyEvent } from '../../lib/checkout/index.ts'
import { timestamp } from '../../lib/core/clock.ts'
import { checkoutSource, eventBatchSize, workerSeconds } from '../constants.ts'
import { createInvoke, loadFrom } from '../local/lambda.ts'
import type { WrittenEvent } from './events.ts'
import { wording } from './failure.ts'
import { type SendBatch, sendBatches, type Unsent } from './send-batches.ts'

const invoke = createInvoke(loadFrom('source'), workerSeconds * 1000)

export async function toLambda(events: WrittenEvent[]): Promise<Unsent[]> {
  const unsent = await sendBatches(batchesOf(events), hand)
  const explained = await Promise.all(unsent.map(explain))
  return explained.filter(one => one !== null)
}

const batchesOf = (events: WrittenEvent[]) =>
  Array.from({ length: Math.ceil(events.length / eventBatchSize) }, (_, number) =>
    events.slice(number * eventBatchSize, (number + 1) * eventBatchSize),
  )

const hand: SendBatch = async events => {
  const Records = events.map(recordOf)
  const { batchItemFailures } = (await invoke('checkout.intake', { Records })) as SQSBatchResponse
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
  return events.flatMap((event, number) =>
    failed.has(Records[number]?.messageId ?? '') ? [{ event, reason: '' }] : [],
  )
}

/** The Lambda keeps its reasons to its log: asked without it, the room says them; or takes the event after all. */
async function explain({ event }: Unsent): Promise<Unsent | null> {
  try {
    await applyEvent(event.asWritten)
    return null
  } catch (fault) {
    return { event, reason: wording(fault) }
  }
}

/** What an EventBridge rule puts into a queue. */
const busEventOf = ({ asWritten, eventName }: WrittenEvent) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': eventName,
  source: checkoutSource,
  account: '000000000000',
  time: timestamp(),
  region: 'local',
  resources: [],
  detail: asWritten,
})

const recordOf = (written: WrittenEvent): SQSRecord => ({
  messageId: randomUUID(),
  receiptHandle: 'local',
  body: JSON.stringify(busEventOf(written)),
  attributes: {
    ApproximateReceiveCount: '1',
    ApproximateFirstReceiveTimestamp: String(Date.now()),
    SenderId: 'local',
    SentTimestamp: String(Date.now()),
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:local:000000000000:checkout',
  awsRegion: 'local',
})
