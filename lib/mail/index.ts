/**
 * Sends mails to buyers. If the buyer is to be informed about a refund, the transaction that settles the refund puts a
 * mail into the outbox. Workers then queue and send the mail.
 */

import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { env } from '../core/env.ts'
import type { Tenant } from '../core/tenant.ts'
import { deleteMatching } from '../store/batch.ts'
import { pagesOfShards, type ReadShard } from '../store/row-pages.ts'
import type { CustomerIdentifiers } from '../store/stored-object.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { catchMail, removeCaughtMails } from './catcher.ts'
import { deliverMails } from './deliver.ts'
import { keyOf, type MailKey, MailRow } from './entity.ts'
import type { RefundMail } from './refund-mail.ts'
import { sendBySes } from './ses.ts'

export { moveOutboxToQueue } from './move-outbox-to-queue.ts'

/** Puts the mail about a refund into the outbox. The transaction fails if the refund already has a mail. */
export const newRefundMailWrite = (
  { account, mode }: Tenant,
  { id, ...data }: RefundMail & { id: string },
): ExtraWrite => ({
  entity: MailRow,
  write: Row =>
    Row.put({ ...keyOf({ account, mode, id }), kind: 'refund', data }).where(({ state }, { notExists }) =>
      notExists(state),
    ),
})

/** Sends the mails to which the messages refer, each at most once. */
export const send = (records: readonly SQSRecord[]): Promise<SQSBatchResponse> =>
  deliverMails(records, env.mailDirectory ? catchMail : sendBySes)

/** Returns the reason of a mail's last rejection, or null. The reason may contain an e-mail address. */
export async function findRejectionReason(message: unknown): Promise<string | null> {
  const { data } = await MailRow.get(keyOf(message as MailKey)).go()
  return data?.reason ?? null
}

interface Buyer {
  /** The ids of the buyer's refunds, which are also the ids of the mails. */
  refundIds: ReadonlySet<string>
  isOf: (names: CustomerIdentifiers) => Promise<boolean>
}

/**
 * Deletes all mails to a buyer, whether they were sent or not. Returns the number of deleted rows, which does not
 * include files of mails.
 */
export async function erase({ account, mode }: Tenant, { refundIds, isOf }: Buyer): Promise<number> {
  await removeCaughtMails(refundIds)
  const readPage: ReadShard<MailRow> = (shard, page) => MailRow.query.byId({ account, mode, shard }).go(page)
  return deleteMatching(MailRow, pagesOfShards(readPage, { consistent: true }), {
    matches: async ({ id, data }) => refundIds.has(id) || isOf({ email: data.to }),
    beforeDelete: removeFilesOf,
  })
}

/** Deletes the files of these mails, which were caught on a developer's machine. */
export const removeFilesOf = (mails: readonly Pick<MailRow, 'id'>[]): Promise<void> =>
  removeCaughtMails(new Set(mails.map(({ id }) => id)))

/** Deletes the files of the mails about these refunds, also if the rows of the mails have expired. */
export const removeFilesOfRefunds = (orders: readonly { refunds?: object }[]): Promise<void> =>
  removeCaughtMails(new Set(orders.flatMap(({ refunds = {} }) => Object.keys(refunds))))
