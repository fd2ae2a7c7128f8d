/**
 * Sends checkout events to the Lambda on this machine. Events that fail are retried, as an SQS queue would do, and
 * become dead letters if they still fail.
 */

import { batchesOf } from '../../../lib/core/batches.ts'
import { env } from '../../../lib/core/env.ts'
import { messageBatchSize } from '../../constants.ts'
import { deliverMessages, type QueueMessage, toQueueMessage } from '../../local/deliver-checkout-messages.ts'
import { removeEventDeadLetter } from '../../local/event-dead-letters.ts'
import { invokeFromSource } from '../../local/lambda.ts'
import { type SendBatch, type SendEvents, sendBatches } from './send-batches.ts'

/** Batches are sent one at a time. DynamoDB Local executes one write at a time, so parallel batches are not faster. */
export const sendToLocalLambda: SendEvents = async (events, onProgress) => {
  /** The messages of the batch that was sent last. */
  let messages: QueueMessage[] = []
  const send: SendBatch = async batch => {
    messages = batch.map(({ eventName, json }) => toQueueMessage(eventName, json))
    const reasons = new Map((await deliverMessages(messages, invokeFromSource)).map(({ id, reason }) => [id, reason]))
    return batch.flatMap((event, n) => {
      const reason = reasons.get(messages[n]?.id ?? '')
      return reason === undefined ? [] : [{ event, reason }]
    })
  }
  const batches = batchesOf(events, { maxItems: messageBatchSize })
  const result = await sendBatches(batches, { send, batchesAtOnce: 1, onProgress })
  const directory = env.deadLettersDirectory
  /**
   * If sending stops, a repeated command sends the last batch again. The dead letters of this batch are deleted,
   * because an event that fails again would otherwise have two dead letters.
   */
  if (result.stoppedBy !== null && directory) for (const { id } of messages) removeEventDeadLetter(directory, id)
  return result
}
