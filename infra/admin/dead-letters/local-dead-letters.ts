/** Reads the dead letters on this machine: files with checkout events, and positions of table changes in the stream. */

import { randomUUID } from 'node:crypto'
import { env } from '../../../lib/core/env.ts'
import {
  deliverEvents,
  findEventDeadLetter,
  readEventDeadLetters,
  removeEventDeadLetter,
} from '../../local/checkout-queue.ts'
import type { LocalTable } from '../../local/process/running-api.ts'
import { deliverChanges } from '../../local/stream/deliver-changes.ts'
import { type FailedChange, readFailedChanges, removeFailedChange } from '../../local/stream/failed-changes.ts'
import { openLocalStream, readChangesBetween } from '../../local/stream/table-stream.ts'
import { invokeLocalLambda } from '../events/local-lambda-sender.ts'
import {
  checkoutEventSubject,
  type DeadLetterQueue,
  type DeadLetterSource,
  parseJsonOrText,
  trimmedChangeError,
} from './dead-letter-queue.ts'

const common = { max: Number.POSITIVE_INFINITY, note: null, close: async () => {} }

function checkoutDeadLetters(): DeadLetterQueue {
  const directory = env.deadLettersDirectory ?? ''
  return {
    ...common,
    read: async () =>
      readEventDeadLetters(directory).map(({ body, ...letter }) => {
        const content = parseJsonOrText(body)
        return { ...letter, subject: checkoutEventSubject(content), content }
      }),
    redrive: ({ id }) => redriveEvent(id, directory),
    drop: async ({ id }) => removeEventDeadLetter(directory, id),
  }
}

/** Delivers the message with a new id, as in SQS. If the worker fails again, the message becomes a new dead letter. */
async function redriveEvent(id: string, directory: string): Promise<void> {
  const letter = findEventDeadLetter(directory, id)
  if (!letter) return
  const [rejected] = await deliverEvents([{ id: randomUUID(), body: letter.body }], invokeLocalLambda)
  removeEventDeadLetter(directory, id)
  if (rejected) throw new Error(`It failed again, and is ${rejected.id} now: ${rejected.reason}`)
}

const idOf = ({ worker, sequenceNumber }: FailedChange) => `${worker}-${sequenceNumber}`

function streamDeadLetters(table: LocalTable): DeadLetterQueue {
  const { directory } = table
  const find = (id: string) => readFailedChanges(directory).find(letter => idOf(letter) === id)
  const drop: DeadLetterQueue['drop'] = async ({ id }) => {
    const letter = find(id)
    if (letter) removeFailedChange(directory, letter)
  }
  return {
    ...common,
    read: async () =>
      readFailedChanges(directory).map(letter => {
        const { worker, time, reason, shard, sequenceNumber } = letter
        return { id: idOf(letter), time, subject: worker, reason, content: { shard, sequenceNumber } }
      }),
    redrive: async letter => {
      const found = find(letter.id)
      if (found) await redriveChange(found, table)
      await drop(letter)
    },
    drop,
  }
}

async function redriveChange(
  { worker, shard, sequenceNumber }: FailedChange,
  { endpoint, table }: LocalTable,
): Promise<void> {
  const stream = await openLocalStream(endpoint, table)
  const records = await readChangesBetween(stream, { shard, from: sequenceNumber, to: sequenceNumber })
  if (!records) throw trimmedChangeError()
  await deliverChanges(records, {
    worker: Records => invokeLocalLambda(worker, { Records }),
    onGiveUp: () => {
      throw new Error(`${worker} failed again. The next start of the API tries it once more, and api.log says why.`)
    },
  })
}

export function openLocalDeadLetters(source: DeadLetterSource, table: LocalTable): DeadLetterQueue {
  if (source === 'checkout') return checkoutDeadLetters()
  if (source === 'stream') return streamDeadLetters(table)
  throw new Error('On this machine mails have no queue: they are caught, and the page /mail shows them.')
}
