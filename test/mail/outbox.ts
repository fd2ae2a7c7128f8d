/** Writes mails to the outbox as a refund does, and reads their rows. */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQSRecord } from 'aws-lambda'
import { minorUnits } from '../../lib/core/money.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { keyOf, MailRow } from '../../lib/mail/entity.ts'
import { newRefundMailWrite } from '../../lib/mail/index.ts'
import type { RefundMail } from '../../lib/mail/refund-mail.ts'
import { writeRows } from '../../lib/store/transaction.ts'

export const sampleRefund: RefundMail = {
  from: 'Tea & Tees <shop@tea.example>',
  to: 'ann@example.com',
  storeName: 'Tea & Tees',
  language: 'en',
  invoiceNumber: 'INV-1279',
  amount: minorUnits(1250),
  currency: 'eur',
  comment: 'The mug was broken.',
  creditNoteNumber: 'CN-7',
  date: '2026-08-30T18:17:32.806Z',
}

/** Writes a mail about a refund to the outbox, and returns the id of the mail. */
export async function write(tenant: Tenant, fields: Partial<RefundMail> = {}, id = randomUUID()) {
  await writeRows([newRefundMailWrite(tenant, { ...sampleRefund, ...fields, id })])
  return id
}

export const rowOf = async ({ account, mode }: Tenant, id: string) =>
  (await MailRow.get(keyOf({ account, mode, id })).go({ consistent: true })).data

/** Returns the state of a mail, and whether the queue has taken it. */
export async function stateOf(tenant: Tenant, id: string) {
  const row = await rowOf(tenant, id)
  return { state: row?.state, isQueued: row?.unqueuedSince === undefined }
}

/** Returns a message of the queue. Its id is that of the mail. */
export const recordOf = ({ account, mode }: Tenant, id: string) =>
  ({ messageId: id, body: JSON.stringify({ account, mode, id }) }) as SQSRecord

export const change = ({ account, mode }: Tenant, id: string, changes: object) =>
  MailRow.patch(keyOf({ account, mode, id })).set(changes).go()

export const caught = (id: string) => JSON.parse(readFileSync(join(process.env.MAIL_DIR!, `${id}.json`), 'utf8'))
