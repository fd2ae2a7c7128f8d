/** Sends checkout events on this machine: to the Lambda, in the form of its queue. */

import { randomUUID } from 'node:crypto'
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { applyEvent } from '../../lib/checkout/index.ts'
import { timestamp } from '../../lib/core/clock.ts'
import { checkoutSource, messageBatchSize, workerSeconds } from '../constants.ts'
import { createInvoke, loadFrom } from '../local/lambda.ts'
import { errorMessage } from './error-message.ts'
import type { FileEvent } from './events.ts'
import { type Send, type SendBatch, sendBatches, sendWithRetries, type Unsent } from './send-batches.ts'

const invoke = createInvoke(loadFrom('source'), workerSeconds * 1000)

/**
 * One batch after the other: DynamoDB Local executes one write at a time, so that several batches together are not
 * faster, but each of them takes as long as all and may exceed the timeout of the Lambda.
 */
export const toLambda: Send = (events, onProgress) =>
  sendBatches(batchesOf(events), { send: sendAndExplain, batchesAtOnce: 1, onProgress })

const batchesOf = (events: FileEvent[]) =>
  Array.from({ length: Math.ceil(events.length / messageBatchSize) }, (_, index) =>
    events.slice(index * messageBatchSize, (index + 1) * messageBatchSize),
  )

const sendAndExplain: SendBatch = async events => {
  const unsent = await sendWithRetries(events, callLambda)
  const explained = await Promise.all(unsent.map(withReason))
  return explained.filter(one => one !== null)
}

const callLambda: SendBatch = async events => {
  const Records = events.map(recordOf)
  const { batchItemFailures } = (await invoke('checkout.intake', { Records })) as SQSBatchResponse
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
  return events.flatMap((event, index) =>
    failed.has(Records[index]?.messageId ?? '') ? [{ event, reason: '' }] : [],
  )
}

/** The Lambda only logs its reasons: the module itself throws them, unless it accepts the event this time. */
async function withReason({ event }: Unsent): Promise<Unsent | null> {
  try {
    await applyEvent(event.json)
    return null
  } catch (error) {
    return { event, reason: errorMessage(error) }
  }
}

/** What an EventBridge rule puts into a queue. */
const busEventOf = ({ json, eventName }: FileEvent) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': eventName,
  source: checkoutSource,
  account: '000000000000',
  time: timestamp(),
  region: 'local',
  resources: [],
  detail: json,
})

const recordOf = (event: FileEvent): SQSRecord => ({
  messageId: randomUUID(),
  receiptHandle: 'local',
  body: JSON.stringify(busEventOf(event)),
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
