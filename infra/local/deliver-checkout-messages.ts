/**
 * Delivers messages with checkout events to `checkout.intake`, as SQS does in AWS: failed messages are retried, and
 * then become dead letters.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { type LocalDeadLetter, writeLocalDeadLetter } from '../../lib/checkout/local-dead-letters.ts'
import { checkoutSource } from '../../lib/core/aws-names.ts'
import { timestamp } from '../../lib/core/clock.ts'
import { env } from '../../lib/core/env.ts'
import { maxReceiveCount, retryDelaySeconds } from '../../lib/core/queue-retries.ts'
import { findEventDeadLetter } from './event-dead-letters.ts'
import type { Invoke } from './lambda.ts'

export type QueueMessage = Pick<LocalDeadLetter, 'id' | 'body'>

/** The id of a message that has become a dead letter, and the reason. */
export type RejectedMessage = Pick<LocalDeadLetter, 'id' | 'reason'>

/**
 * In AWS, the pauses between retries are longer by this factor. On this machine, the pauses are short, so that
 * developers do not have to wait.
 */
const speed = 500

/** Delivers one batch of messages, and retries failed messages. Returns the messages that became dead letters. */
export async function deliverMessages(
  messages: readonly QueueMessage[],
  invoke: Invoke,
  receiveCount = 1,
): Promise<RejectedMessage[]> {
  const { failedIds, reason } = await attempt(messages, invoke, receiveCount)
  const failed = messages.filter(({ id }) => failedIds.has(id))
  const rejected = messages.filter(({ id }) => !failedIds.has(id)).flatMap(rejectionOf)
  if (failed.length === 0) return rejected
  if (receiveCount === maxReceiveCount) return [...rejected, ...(await reject(failed, reason))]
  await pause((1000 * retryDelaySeconds(receiveCount)) / speed)
  return [...rejected, ...(await deliverMessages(failed, invoke, receiveCount + 1))]
}

async function attempt(messages: readonly QueueMessage[], invoke: Invoke, receiveCount: number) {
  try {
    const Records = messages.map(message => sqsRecordOf(message, receiveCount))
    const { batchItemFailures } = (await invoke('checkout.intake', { Records })) as SQSBatchResponse
    const failedIds = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    return { failedIds, reason: 'checkout.intake could not write its dead letter.' }
  } catch (error) {
    return { failedIds: new Set(messages.map(({ id }) => id)), reason: `checkout.intake failed: ${error}` }
  }
}

/** Returns the dead letter that the Lambda has written for the message; an empty array if there is none. */
function rejectionOf({ id }: QueueMessage): RejectedMessage[] {
  const letter = env.deadLettersDirectory ? findEventDeadLetter(env.deadLettersDirectory, id) : null
  return letter ? [letter] : []
}

/**
 * Writes a dead letter for each message that failed at every delivery. In AWS, SQS moves these messages to a
 * dead-letter queue.
 */
async function reject(messages: readonly QueueMessage[], reason: string): Promise<RejectedMessage[]> {
  const letters = messages.map(message => ({ ...message, reason }))
  const directory = env.deadLettersDirectory
  if (directory) await Promise.all(letters.map(letter => writeLocalDeadLetter(directory, letter)))
  return letters
}

/** Returns the message that EventBridge puts into the queue for an event. */
export const toQueueMessage = (eventName: string, detail: unknown): QueueMessage => ({
  id: randomUUID(),
  body: JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': eventName,
    source: checkoutSource,
    account: '000000000000',
    time: timestamp(),
    region: 'local',
    resources: [],
    detail,
  }),
})

export const sqsRecordOf = ({ id, body }: QueueMessage, receiveCount = 1): SQSRecord => ({
  messageId: id,
  receiptHandle: 'local',
  body,
  attributes: {
    ApproximateReceiveCount: String(receiveCount),
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
