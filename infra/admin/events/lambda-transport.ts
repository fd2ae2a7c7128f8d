/** Sends checkout events through the local queue to the Lambda on this machine. */

import { env } from '../../../lib/core/env.ts'
import { messageBatchSize } from '../../constants.ts'
import { deliver, messageOf, type QueueMessage, removeEventLetter } from '../../local/checkout-queue.ts'
import { createInvoke, loadFrom } from '../../local/lambda.ts'
import { batchesOf } from '../batches.ts'
import { type Send, type SendBatch, sendBatches } from './send-batches.ts'

export const invokeWorker = createInvoke(loadFrom('source'))

/**
 * Batches are sent one after the other. DynamoDB Local executes one write at a time: concurrent batches would not be
 * faster, but each would take as long as all together, and might exceed the timeout of the Lambda.
 */
export const toLambda: Send = async (events, onProgress) => {
  let messages: QueueMessage[] = []
  const send: SendBatch = async batch => {
    messages = batch.map(({ eventName, json }) => messageOf(eventName, json))
    const reasons = new Map((await deliver(messages, invokeWorker)).map(({ id, reason }) => [id, reason]))
    return batch.flatMap((event, n) => {
      const reason = reasons.get(messages[n]?.id ?? '')
      return reason === undefined ? [] : [{ event, reason }]
    })
  }
  const result = await sendBatches(batchesOf(events, { maxItems: messageBatchSize }), {
    send,
    batchesAtOnce: 1,
    onProgress,
  })
  if (result.stoppedBy !== null) removeLetters(messages)
  return result
}

/**
 * The events of the batch at which sending stopped must not become dead letters, as the next command sends them again.
 */
function removeLetters(messages: readonly QueueMessage[]): void {
  const directory = env.deadLettersDirectory
  if (directory) for (const { id } of messages) removeEventLetter(directory, id)
}
