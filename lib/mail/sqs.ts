/** Puts messages into the SQS queue from which `mail.send` sends mails. */

import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { SQSBatchResponse } from 'aws-lambda'
import { env } from '../core/env.ts'
import { log } from '../core/log.ts'
import { sdkTimeouts, stopAtDeadline } from '../core/sdk-client.ts'
import type { QueueMessage } from './deliver.ts'

const client = new SQSClient(sdkTimeouts)
stopAtDeadline(client)

/** SQS accepts at most this many messages in one request. */
const maxBatch = 10

/** Returns the messages that the queue has not accepted. */
export async function enqueueInSqs(messages: readonly QueueMessage[]): Promise<SQSBatchResponse> {
  if (messages.length === 0) return { batchItemFailures: [] }
  const Entries = messages.slice(0, maxBatch).map(({ messageId: Id, body: MessageBody }) => ({ Id, MessageBody }))
  const command = new SendMessageBatchCommand({ QueueUrl: env.mailQueueUrl, Entries })
  const { Failed = [] } = await client.send(command)
  for (const { Code } of Failed) log.warn('The queue has not taken a mail.', { code: Code })
  const later = await enqueueInSqs(messages.slice(maxBatch))
  const failed = Failed.map(({ Id = '' }) => ({ itemIdentifier: Id }))
  return { batchItemFailures: [...failed, ...later.batchItemFailures] }
}
