/** Reads the dead letters in a queue of SQS. Reading a message always hides it from others for some time. */

import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { type Letter, type LetterQueue, oldestFirst, parseBody } from './letter-queue.ts'

const maxLetters = 2000
/** SQS accepts and returns at most this many messages at once. */
const batchSize = 10
/** A command that is interrupted hides the letters that it has read for this long. */
const holdSeconds = 300

/** Defines how the letters of a source are shown and redriven. */
export interface LetterKind {
  note: string | null
  describe: (message: Message, content: unknown) => Promise<Pick<Letter, 'subject' | 'reason'>>
  redrive: (body: string, content: unknown) => Promise<unknown>
}

export function lettersIn(QueueUrl: string, kind: LetterKind, client = new SQSClient({})): LetterQueue {
  const held = new Map<string, Message>()
  const drop = async ({ id }: Letter) => {
    const ReceiptHandle = held.get(id)?.ReceiptHandle
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    held.delete(id)
  }
  return {
    max: maxLetters,
    note: kind.note,
    read: async () => {
      await receiveAll(QueueUrl, client, held)
      return oldestFirst(await Promise.all([...held.values()].map(message => letterOf(message, kind))))
    },
    /**
     * The letter is deleted only after it was sent, so that an interrupted command leaves it twice rather than losing
     * it.
     */
    redrive: async letter => {
      await kind.redrive(held.get(letter.id)?.Body ?? '', letter.content)
      await drop(letter)
    },
    drop,
    close: () => release(QueueUrl, client, [...held.values()]),
  }
}

/** SQS may deliver a message twice. With a wait time of a second, it queries all of its servers. */
async function receiveAll(QueueUrl: string, client: SQSClient, held: Map<string, Message>): Promise<void> {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: batchSize,
    VisibilityTimeout: holdSeconds,
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

async function letterOf(message: Message, { describe }: LetterKind): Promise<Letter> {
  const { MessageId: id = '', Body = '', Attributes } = message
  const content = parseBody(Body)
  const time = new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString()
  return { id, time, ...(await describe(message, content)), content }
}

async function release(QueueUrl: string, client: SQSClient, messages: Message[]): Promise<void> {
  if (messages.length === 0) return
  const Entries = messages
    .slice(0, batchSize)
    .map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle, VisibilityTimeout: 0 }))
  await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }))
  await release(QueueUrl, client, messages.slice(batchSize))
}
