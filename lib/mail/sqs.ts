/** Puts messages into the SQS queue from which `mail.send` sends mails. */

import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse } from 'aws-lambda'
import { batchesOf } from '../core/batches.ts'
import { env } from '../core/env.ts'
import { log } from '../core/log.ts'
import { sdkTimeouts, stopAtDeadline } from '../core/sdk-client.ts'
import type { MailMessage } from './deliver.ts'

const client = new SQSClient(sdkTimeouts)
stopAtDeadline(client)

/** SQS accepts at most this many messages in one request. */
const maxBatch = 10

interface DelayedMessage extends MailMessage {
  delaySeconds: number
}

/** Returns the messages that the queue has not accepted. */
export async function enqueueMails(messages: readonly DelayedMessage[]): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = []
  for (const batch of batchesOf(messages, { maxItems: maxBatch }))
    for (const itemIdentifier of await enqueueBatch(batch)) batchItemFailures.push({ itemIdentifier })
  return { batchItemFailures }
}

async function enqueueBatch(messages: readonly DelayedMessage[]): Promise<string[]> {
  const Entries = messages.map(({ messageId: Id, body: MessageBody, delaySeconds: DelaySeconds }) => ({
    Id,
    MessageBody,
    DelaySeconds,
  }))
  const command = new SendMessageBatchCommand({ QueueUrl: env.mailQueueUrl, Entries })
  const { Failed = [] } = await client.send(command)
  for (const { Code } of Failed) log.warn('The queue has not taken a mail.', { code: Code })
  return Failed.map(({ Id = '' }) => Id)
}

/** These attributes together count the messages that are in the queue, are delayed, or are being processed. */
const counts = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesDelayed',
  'ApproximateNumberOfMessagesNotVisible',
] as const

export async function countQueuedMails(): Promise<number> {
  const command = new GetQueueAttributesCommand({ QueueUrl: env.mailQueueUrl, AttributeNames: [...counts] })
  const { Attributes = {} } = await client.send(command)
  return counts.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0)
}
