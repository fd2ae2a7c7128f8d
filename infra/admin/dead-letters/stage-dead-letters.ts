/**
 * Reads, redrives and deletes the dead letters of a stage in AWS: checkout events, mails, and changes of the table. A
 * message that one command has read is hidden from other commands for some time.
 */

import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { batchesOf } from '../../../lib/core/batches.ts'
import { isObject, parseJsonOr } from '../../../lib/core/json.ts'
import { queueOutputs } from '../../constants.ts'
import { readStackOutput } from '../stack-outputs.ts'
import {
  checkoutEventSubject,
  type DeadLetter,
  type DeadLetterQueue,
  type DeadLetterSource,
} from './dead-letter-queue.ts'

const maxLetters = 2000
/** SQS accepts and returns at most this many messages in one call. */
const batchSize = 10
/**
 * If a command is interrupted, the dead letters that it has read stay hidden from other commands for this many seconds.
 */
const holdSeconds = 300

/** Describes and redrives the dead letters of one source, such as `mail`. */
interface DeadLetterKind {
  note: string | null
  describe: (content: unknown, message: Message) => Promise<Pick<DeadLetter, 'subject' | 'reason'>>
  redrive: (content: unknown, body: string) => Promise<unknown>
}

const noReason = 'unknown: the worker crashed or timed out, see its log'

/** The worker sets `reason`. EventBridge sets `ERROR_MESSAGE` and `ERROR_CODE` if it could not deliver an event. */
const reasonOf = ({ MessageAttributes: { reason, ERROR_MESSAGE, ERROR_CODE } = {} }: Message) =>
  (reason ?? ERROR_MESSAGE ?? ERROR_CODE)?.StringValue ?? noReason

function mailSubject(content: unknown): string {
  const { account = '-', mode = '-', id = '-' } = isObject(content) ? content : {}
  return `mail about refund ${id} of ${account} ${mode}`
}

/** The module `mail` is imported here, so that it is loaded only for dead letters of mails. */
async function mailReason(content: unknown): Promise<string> {
  const { findRejectionReason } = await import('../../../lib/mail/index.ts')
  return (await findRejectionReason(content)) ?? noReason
}

/** Returns the function `redrive`, which puts a message back into the queue of its worker, and a note for the user. */
const requeue = async (stage: string, source: 'checkout' | 'mail', client: SQSClient) => {
  const QueueUrl = await readStackOutput(stage, queueOutputs[source])
  return {
    note: 'They are in the queue again. Those that fail again are dead letters again.',
    redrive: (_: unknown, MessageBody: string) => client.send(new SendMessageCommand({ QueueUrl, MessageBody })),
  }
}

const kinds: Record<DeadLetterSource, (stage: string, client: SQSClient) => Promise<DeadLetterKind>> = {
  checkout: async (stage, client) => ({
    ...(await requeue(stage, 'checkout', client)),
    describe: async (content, message) => ({ subject: checkoutEventSubject(content), reason: reasonOf(message) }),
  }),
  mail: async (stage, client) => ({
    ...(await requeue(stage, 'mail', client)),
    describe: async content => ({ subject: mailSubject(content), reason: await mailReason(content) }),
  }),
  stream: async () => {
    const { describeStreamDeadLetter, redriveStreamDeadLetter } = await import('./stage-stream-dead-letters.ts')
    return { note: null, describe: describeStreamDeadLetter, redrive: redriveStreamDeadLetter }
  },
}

export async function openStageDeadLetters(source: DeadLetterSource, stage: string): Promise<DeadLetterQueue> {
  const client = new SQSClient({})
  const QueueUrl = await readStackOutput(stage, queueOutputs[`${source}DeadLetters`])
  const kind = await kinds[source](stage, client)
  const held = new Map<string, Message>()
  const drop = async ({ MessageId = '', ReceiptHandle }: Message) => {
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    held.delete(MessageId)
  }
  return {
    max: maxLetters,
    note: kind.note,
    read: async () => {
      await receiveAll(QueueUrl, client, held)
      const letters = await Promise.all([...held.values()].map(message => letterOf(message, kind, drop)))
      return letters.toSorted((one, other) => one.time.localeCompare(other.time))
    },
    close: () => release(QueueUrl, client, [...held.values()]),
  }
}

/** Collects the messages by id, because SQS may deliver a message twice. */
async function receiveAll(QueueUrl: string, client: SQSClient, held: Map<string, Message>): Promise<void> {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: batchSize,
    VisibilityTimeout: holdSeconds,
    /**
     * With 0 seconds, SQS would ask only some of its servers, and could return no messages although the queue has some.
     */
    WaitTimeSeconds: 1,
    MessageAttributeNames: ['All'],
    MessageSystemAttributeNames: ['SentTimestamp'],
  })
  while (held.size < maxLetters) {
    const { Messages = [] } = await client.send(command)
    if (Messages.length === 0) return
    for (const message of Messages) held.set(message.MessageId ?? '', message)
  }
}

type Drop = (message: Message) => Promise<void>

async function letterOf(message: Message, kind: DeadLetterKind, dropMessage: Drop): Promise<DeadLetter> {
  const { MessageId: id = '', Body = '', Attributes } = message
  const content = parseJsonOr(Body, Body)
  const time = new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString()
  const drop = () => dropMessage(message)
  /** The dead letter is deleted only after it was redriven, so that an interrupted command cannot lose it. */
  const redrive = () => kind.redrive(content, Body).then(drop)
  return { id, time, ...(await kind.describe(content, message)), content, redrive, drop }
}

async function release(QueueUrl: string, client: SQSClient, messages: Message[]): Promise<void> {
  for (const batch of batchesOf(messages, { maxItems: batchSize })) {
    const Entries = batch.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle, VisibilityTimeout: 0 }))
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
  }
}
