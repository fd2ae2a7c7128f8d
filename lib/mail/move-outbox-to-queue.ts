/** Moves as many mails from the outbox to the queue as SES allows, one mail of each store in turn. */

import { now } from '../core/clock.ts'
import { env } from '../core/env.ts'
import { recordMilliseconds } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import { type Allowance, maxAllowance, maxMailsPerRun, readAllowance } from './allowance.ts'
import { catchMail } from './catcher.ts'
import { deliverMails, toMailMessage } from './deliver.ts'
import { keyOf, MailRow } from './entity.ts'
import {
  readLastStore,
  readMailsOfEarlierRelease,
  readMailsOfStore,
  readWaitingStores,
  saveLastStore,
  takeTurns,
  type WaitingStore,
} from './outbox.ts'
import { enqueueMails } from './sqs.ts'

/**
 * Without a queue, each run tries to send the waiting mails. After this number of failed attempts, a mail is not tried
 * again, and stays in the outbox.
 */
const maxAttempts = 5

/** One run serves at most this many stores. The next run begins with the store after them. */
const maxStores = 500

/** One query reads at most this many mails of a store. */
const maxPage = 100

/** The number of rows that are written at the same time. */
const concurrency = 20

/** Puts the mails of the outbox into the queue, each at least once. Without a queue, writes the mails to files. */
export async function moveOutboxToQueue(): Promise<void> {
  const earlier = await readMailsOfEarlierRelease(maxMailsPerRun)
  const stores = await readWaitingStores(await readLastStore(), maxStores)
  recordOldest([...earlier.map(({ createdAt }) => createdAt), ...stores.map(({ since }) => since)])
  if (earlier.length + stores.length === 0) return
  const allowance = env.mailQueueUrl ? await readAllowance() : maxAllowance
  const served = stores.slice(0, Math.max(0, allowance.mails - earlier.length))
  const rows = [...earlier.slice(0, allowance.mails), ...(await takeInTurn(served, allowance.mails - earlier.length))]
  await enqueue(rows, allowance)
  const last = served.at(-1)
  if (last) await saveLastStore(last)
}

/**
 * Records the age of the oldest mail, because an alarm reports mails that wait for long. Without mails, records
 * nothing.
 */
function recordOldest(dates: readonly string[]): void {
  const [oldest] = dates.toSorted()
  if (oldest) recordMilliseconds('OldestMailAge', now().getTime() - Date.parse(oldest))
}

/**
 * Returns at most `count` mails, one of each store in turn. The caller passes at most `count` stores, so that each
 * store gets its turn.
 */
async function takeInTurn(stores: readonly WaitingStore[], count: number): Promise<MailRow[]> {
  const rows: MailRow[] = []
  if (stores.length === 0) return rows
  const share = Math.min(Math.ceil(count / stores.length), maxPage)
  for await (const row of takeTurns(stores.map(store => readMailsOfStore(store, share)))) {
    if (row.attempts < maxAttempts) rows.push(row)
    if (rows.length >= count) break
  }
  return rows
}

async function enqueue(rows: readonly MailRow[], { delayOf }: Allowance): Promise<void> {
  const messages = rows.map((row, n) => toMailMessage(row, String(n)))
  const { batchItemFailures } = await (env.mailQueueUrl
    ? enqueueMails(messages.map((message, n) => ({ ...message, delaySeconds: delayOf(n) })))
    : deliverMails(messages, catchMail))
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
  const queued = rows.filter((_, n) => !failed.has(String(n)))
  await mapConcurrent(queued, concurrency, row => MailRow.patch(keyOf(row)).remove(['unqueuedSince']).go())
}
