/** Reads the dead letters on this machine: files with checkout events, and positions of table changes in the stream. */

import { randomUUID } from 'node:crypto'
import { env } from '../../../lib/core/env.ts'
import {
  deliver as deliverEvents,
  findEventLetter,
  readEventLetters,
  removeEventLetter,
} from '../../local/checkout-queue.ts'
import type { LocalTable } from '../../local/process/running-api.ts'
import { type DeadLetter, readDeadLetters, removeDeadLetter } from '../../local/stream/dead-letters.ts'
import { deliver as deliverChanges } from '../../local/stream/deliver.ts'
import { openStream, readChanges } from '../../local/stream/table-stream.ts'
import { invokeLocalLambda } from '../events/local-lambda-sender.ts'
import { eventSubject, type LetterQueue, type LetterSource, parseBody, trimmed } from './letter-queue.ts'

const common = { max: Number.POSITIVE_INFINITY, note: null, close: async () => {} }

function eventLetters(): LetterQueue {
  const directory = env.deadLettersDirectory ?? ''
  return {
    ...common,
    read: async () =>
      readEventLetters(directory).map(({ body, ...letter }) => {
        const content = parseBody(body)
        return { ...letter, subject: eventSubject(content), content }
      }),
    redrive: ({ id }) => redriveEvent(id, directory),
    drop: async ({ id }) => removeEventLetter(directory, id),
  }
}

/** A redriven message has a new id, as in SQS. If it fails, it becomes another letter. */
async function redriveEvent(id: string, directory: string): Promise<void> {
  const letter = findEventLetter(directory, id)
  if (!letter) return
  const [rejected] = await deliverEvents([{ id: randomUUID(), body: letter.body }], invokeLocalLambda)
  removeEventLetter(directory, id)
  if (rejected) throw new Error(`It failed again, and is ${rejected.id} now: ${rejected.reason}`)
}

const idOf = ({ worker, sequenceNumber }: DeadLetter) => `${worker}-${sequenceNumber}`

function changeLetters(table: LocalTable): LetterQueue {
  const { directory } = table
  const find = (id: string) => readDeadLetters(directory).find(letter => idOf(letter) === id)
  const drop: LetterQueue['drop'] = async ({ id }) => {
    const letter = find(id)
    if (letter) removeDeadLetter(directory, letter)
  }
  return {
    ...common,
    read: async () =>
      readDeadLetters(directory).map(letter => {
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
  { worker, shard, sequenceNumber }: DeadLetter,
  { endpoint, table }: LocalTable,
): Promise<void> {
  const stream = await openStream(endpoint, table)
  const records = await readChanges(stream, { shard, from: sequenceNumber, to: sequenceNumber })
  if (!records) throw trimmed()
  await deliverChanges(records, {
    worker: Records => invokeLocalLambda(worker, { Records }),
    onGiveUp: () => {
      throw new Error(`${worker} failed again. The next start of the API tries it once more, and api.log says why.`)
    },
  })
}

export function localLetters(source: LetterSource, table: LocalTable): LetterQueue {
  if (source === 'checkout') return eventLetters()
  if (source === 'stream') return changeLetters(table)
  throw new Error('On this machine mails have no queue: they are caught, and the page /mail shows them.')
}
