/** Mails to buyers: written to the outbox in the transaction of what they report, then queued, then sent. */

import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { env } from '../core/env.ts'
import type { Tenant } from '../core/tenant.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { catchMail } from './catcher.ts'
import { deliver, messageOf } from './deliver.ts'
import { keyOf, type MailKey, MailRow } from './entity.ts'
import { enqueue } from './queue.ts'
import type { RefundMail } from './refund-mail.ts'
import { sendBySes } from './ses.ts'

export { erase } from './erase.ts'

/** Puts the mail about a refund into the outbox. The transaction fails if the refund, of this id, has one already. */
export const refundMail = (
  { account, mode }: Tenant,
  { id, ...data }: RefundMail & { id: string },
): ExtraWrite => ({
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
