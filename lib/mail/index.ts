/** Mails to buyers: written to the outbox in the transaction of what they report, then queued, then sent. */

import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { env } from '../core/env.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { findRows } from '../store/pages.ts'
import type { CustomerNames } from '../store/stored-object.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { catchMail, removeCaughtMails } from './catcher.ts'
import { deliver, messageOf } from './deliver.ts'
import { keyOf, type MailKey, MailRow } from './entity.ts'
import { enqueue } from './queue.ts'
import type { RefundMail } from './refund-mail.ts'
import { sendBySes } from './ses.ts'

/** Puts the mail about a refund into the outbox. The transaction fails if the refund, of this id, has one already. */
export const refundMail = ({ account, mode }: Tenant, { id, ...data }: RefundMail & { id: string }): ExtraWrite => ({
  entity: MailRow,
  write: Row =>
    Row.put({ ...keyOf({ account, mode, id }), kind: 'refund', data }).where(({ state }, { notExists }) =>
      notExists(state),
    ),
})

/** Without a queue, a mail that is always rejected stays in the outbox. */
const maxAttempts = 5

/** In one run; the others follow in the next one. */
const maxRelayed = 500

/** Hands the mails of the outbox to the queue, at least once. Without a queue, they are caught on this machine. */
export async function relay(): Promise<void> {
  const { data } = await MailRow.query.unqueued({}).go({ limit: maxRelayed })
  const rows = data.filter(({ attempts }) => attempts < maxAttempts)
  const messages = rows.map((row, n) => messageOf(row, String(n)))
  const { batchItemFailures } = await (env.mailQueueUrl ? enqueue(messages) : deliver(messages, catchMail))
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
  const queued = rows.filter((_, n) => !failed.has(String(n)))
  await Promise.all(queued.map(row => MailRow.patch(keyOf(row)).remove(['unqueuedSince']).go()))
}

/** Sends the mails that the messages of the queue name, each at most once. */
export const send = (records: readonly SQSRecord[]): Promise<SQSBatchResponse> =>
  deliver(records, env.mailDirectory ? catchMail : sendBySes)

/** Why the mail of a message was rejected last; null if it was not, or has expired. May quote an address. */
export async function rejectionOf(message: unknown): Promise<string | null> {
  const { data } = await MailRow.get(keyOf(message as MailKey)).go()
  return data?.reason ?? null
}

interface Buyer {
  /** A mail has the id of its refund. */
  refundIds: ReadonlySet<string>
  isOf: (names: CustomerNames) => boolean
}

/** Deletes the mails to a buyer, sent or not. Returns how many there were, without those that are files on this machine. */
export async function erase({ account, mode }: Tenant, { refundIds, isOf }: Buyer): Promise<number> {
  const found = await findRows(
    (shard, page) => MailRow.query.byId({ account, mode, shard }).go(page),
    ({ id, data }) => refundIds.has(id) || isOf({ email: data.to }),
  )
  await removeCaughtMails(new Set([...refundIds, ...found.map(({ id }) => id)]))
  await batchDelete(MailRow, found)
  return found.length
}
