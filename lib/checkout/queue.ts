/** The queue of checkout events and their dead letters, which are SQS queues in AWS and a directory on one machine. */

import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { sdkTimeouts } from '../core/deadline.ts'
import { maxReceiveCount, retrySeconds } from '../core/delivery.ts'
import { env } from '../core/env.ts'
import { log, logFault } from '../core/log.ts'
import { writeLetter } from './letter-files.ts'

const client = new SQSClient(sdkTimeouts)

export interface Message extends Pick<SQSRecord, 'messageId' | 'receiptHandle' | 'body'> {
  /** The attributes of the SQS record; absent in event files for `npm run invoke`. */
  attributes?: Partial<SQSRecord['attributes']>
}

const receiveCountOf = ({ attributes }: Message) => Number(attributes?.ApproximateReceiveCount ?? 1)

export const isLastDelivery = (message: Message) => receiveCountOf(message) >= maxReceiveCount

/** If setting the delay fails, the queue delivers the messages again after its visibility timeout. */
export async function delayRetries(messages: readonly Message[]): Promise<void> {
  const QueueUrl = env.checkoutQueueUrl
  if (!QueueUrl || messages.length === 0) return
  const Entries = messages.map((message, n) => ({
    Id: String(n),
    ReceiptHandle: message.receiptHandle,
    VisibilityTimeout: retrySeconds(receiveCountOf(message)),
  }))
  try {
    const { Failed = [] } = await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
    for (const { Code } of Failed) log.warn('A retry could not be scheduled.', { code: Code })
  } catch (fault) {
    logFault('Retries could not be scheduled.', fault)
  }
}

/**
 * Returns false if the dead letter could not be sent. The queue then delivers the message again, and finally moves it
 * to the dead letters itself, without a reason.
 */
export async function addDeadLetter({ messageId, body }: Message, reason: string): Promise<boolean> {
  const { checkoutDeadLettersUrl: queue, deadLettersDirectory: directory } = env
  try {
    if (queue) await client.send(letterCommand(queue, body, reason))
    else if (directory) await writeLetter(directory, { id: messageId, reason, body })
    return Boolean(queue ?? directory)
  } catch (fault) {
    logFault('A dead letter could not be written.', fault, { messageId })
    return false
  }
}

const letterCommand = (QueueUrl: string, MessageBody: string, reason: string) =>
  new SendMessageCommand({
    QueueUrl,
    MessageBody,
    MessageAttributes: { reason: { DataType: 'String', StringValue: reason } },
  })
