/**
 * Decides whether an event that failed is delivered again, or becomes a dead letter. Dead letters are in an SQS queue
 * in AWS, and in files if the API runs on one machine.
 */

import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'
import { env } from '../core/env.ts'
import { log, logFault } from '../core/log.ts'
import { Problem, type ProblemCode, truncate } from '../core/problem.ts'
import { maxReceiveCount, retryDelaySeconds } from '../core/queue-retries.ts'
import { sdkTimeouts } from '../core/sdk-client.ts'
import { writeLocalDeadLetter } from './local-dead-letters.ts'

const client = new SQSClient(sdkTimeouts)

export interface Message extends Pick<SQSRecord, 'messageId' | 'receiptHandle' | 'body'> {
  /** The attributes of the SQS record; absent in event files for `npm run invoke`. */
  attributes?: Partial<SQSRecord['attributes']>
}

const receiveCountOf = ({ attributes }: Message) => Number(attributes?.ApproximateReceiveCount ?? 1)

const isLastDelivery = (message: Message) => receiveCountOf(message) >= maxReceiveCount

/** Sets the delay until the next delivery. If the delay cannot be set, the visibility timeout of the queue applies. */
async function delayRetries(messages: readonly Message[]): Promise<void> {
  const QueueUrl = env.checkoutQueueUrl
  if (!QueueUrl || messages.length === 0) return
  const Entries = messages.map((message, n) => ({
    Id: String(n),
    ReceiptHandle: message.receiptHandle,
    VisibilityTimeout: retryDelaySeconds(receiveCountOf(message)),
  }))
  try {
    const { Failed = [] } = await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
    for (const { Code } of Failed) log.warn('A retry could not be scheduled.', { code: Code })
  } catch (fault) {
    logFault('Retries could not be scheduled.', fault)
  }
}

/**
 * Writes a dead letter with the reason of the failure. Returns false if this was not possible: the queue then delivers
 * the message again. After the last delivery, the queue itself moves the message to the dead letters, but without the
 * reason.
 */
async function addDeadLetter({ messageId, body }: Message, reason: string): Promise<boolean> {
  const { checkoutDeadLettersUrl: queue, deadLettersDirectory: directory } = env
  try {
    if (queue) await client.send(letterCommand(queue, body, reason))
    else if (directory) await writeLocalDeadLetter(directory, { id: messageId, reason, body })
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

export interface FailedMessage {
  message: Message
  fault: unknown
}

/** The codes of the problems that would recur at each delivery of an event. */
const permanent: readonly ProblemCode[] = ['malformed_json', 'validation_failed', 'body_too_large']
export const isPermanentFault = (fault: unknown): fault is Problem =>
  fault instanceof Problem && permanent.includes(fault.code)

/**
 * Returns the messages that the queue must deliver again, and delays their delivery. A message becomes a dead letter
 * instead if its fault is permanent, or if this was its last delivery.
 */
export async function redeliverOrDeadLetter(failures: readonly FailedMessage[]): Promise<Message[]> {
  const results = await Promise.all(
    failures.map(async ({ message, fault }) => {
      const isFinal = isPermanentFault(fault) || isLastDelivery(message)
      return isFinal && (await addDeadLetter(message, reasonOf(fault))) ? [] : [message]
    }),
  )
  const repeated = results.flat()
  await delayRetries(repeated)
  return repeated
}

const maxReasonLength = 1000

/** Returns the message of an error. Control characters and invalid Unicode are replaced, because SQS rejects them. */
const reasonOf = (fault: unknown) =>
  truncate(
    sentenceOf(fault)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' '),
    maxReasonLength,
  )

/** Returns the message of an error. If ElectroDB has wrapped an AWS error, the message of the AWS error is used. */
function sentenceOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  const { name, message, cause } = fault
  if (name === 'ElectroError' && cause instanceof Error) return sentenceOf(cause)
  return ['Error', 'Problem'].includes(name) ? message || name : `${name}: ${message}`
}
