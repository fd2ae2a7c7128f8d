/**
 * Reads, redrives and deletes the dead letters on this machine. A dead letter is a checkout event in a file, or the
 * position of a change in the table's stream.
 */

import { randomUUID } from 'node:crypto'
import type { LocalDeadLetter } from '../../../lib/checkout/local-dead-letters.ts'
import { env } from '../../../lib/core/env.ts'
import { parseJsonOr } from '../../../lib/core/json.ts'
import type { LocalTableConnection } from '../../local/database/local-table-connection.ts'
import { deliverMessages } from '../../local/deliver-checkout-messages.ts'
import { readEventDeadLetters, removeEventDeadLetter } from '../../local/event-dead-letters.ts'
import { invokeFromSource } from '../../local/lambda.ts'
import { deliverChanges } from '../../local/stream/deliver-changes.ts'
import { type FailedChange, readFailedChanges, removeFailedChange } from '../../local/stream/failed-changes.ts'
import { openLocalStream, readChangesBetween } from '../../table-stream.ts'
import {
  checkoutEventSubject,
  createTrimmedChangeError,
  type DeadLetter,
  type DeadLetterQueue,
  type DeadLetterSource,
} from './dead-letter-queue.ts'

const checkoutDeadLetters = (directory: string): DeadLetter[] =>
  readEventDeadLetters(directory).map(letter => {
    const { id, time, reason, body } = letter
    const content = parseJsonOr(body, body)
    const subject = checkoutEventSubject(content)
    const drop = async () => removeEventDeadLetter(directory, id)
    return { id, time, subject, reason, content, redrive: () => redriveEvent(letter, directory), drop }
  })

/**
 * Delivers the message with a new id, as SQS would. If the worker fails again, the message becomes a new dead letter.
 */
async function redriveEvent({ id, body }: LocalDeadLetter, directory: string): Promise<void> {
  const [rejected] = await deliverMessages([{ id: randomUUID(), body }], invokeFromSource)
  removeEventDeadLetter(directory, id)
  if (rejected) throw new Error(`It failed again, and is ${rejected.id} now: ${rejected.reason}`)
}

const streamDeadLetters = (table: LocalTableConnection): DeadLetter[] =>
  readFailedChanges(table.directory).map(change => {
    const { worker, time, reason, shard, sequenceNumber } = change
    const id = `${worker}-${sequenceNumber}`
    const drop = async () => removeFailedChange(table.directory, change)
    const redrive = () => redriveChange(change, table).then(drop)
    return { id, time, subject: worker, reason, content: { shard, sequenceNumber }, redrive, drop }
  })

async function redriveChange(
  { worker, shard, sequenceNumber }: FailedChange,
  { endpoint, table }: LocalTableConnection,
): Promise<void> {
  const stream = await openLocalStream(endpoint, table)
  const records = await readChangesBetween(stream, { shard, from: sequenceNumber, to: sequenceNumber })
  if (!records) throw createTrimmedChangeError()
  await deliverChanges(records, {
    worker: Records => invokeFromSource(worker, { Records }),
    onGiveUp: () => {
      throw new Error(`${worker} failed again. The next start of the API tries it once more, and api.log says why.`)
    },
  })
}

export function openLocalDeadLetters(source: DeadLetterSource, table: LocalTableConnection): DeadLetterQueue {
  if (source === 'mail')
    throw new Error('On this machine mails have no queue: they are caught, and the page /mail shows them.')
  const read = async () =>
    source === 'stream' ? streamDeadLetters(table) : checkoutDeadLetters(env.deadLettersDirectory ?? '')
  return { max: Number.POSITIVE_INFINITY, note: null, read, close: async () => {} }
}
