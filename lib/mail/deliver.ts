/**
 * Sends mails, each at most once. A run claims the row of a mail before it sends the mail, and releases the claim only
 * if the mail was certainly not sent.
 */

import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { now, timestamp } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { countMetric, log, logFault } from '../core/log.ts'
import { conditionalWrite, tryWrite } from '../store/conditional-write.ts'
import type { Mail } from './content.ts'
import { keyOf, type MailKey, MailRow } from './entity.ts'
import { renderRefundMail } from './refund-mail.ts'

/** The body of a message is the key of a mail's row, so the queue contains no personal data. */
export type MailMessage = Pick<SQSRecord, 'messageId' | 'body'>

export type SendResult =
  /** `sesId` is the id under which SES reports bounces and complaints. */
  | { state: 'accepted'; sesId?: string | undefined }
  /** The mail was certainly not sent. `reason` may quote an address, but `code` does not. */
  | { state: 'rejected'; code: string; reason: string }
  /** The mail may have been sent. */
  | { state: 'unknown'; code: string }

/** Sends a mail, either with SES in AWS or to a file on a developer's machine. */
type Transport = (mail: Mail, id: string) => Promise<SendResult>

const nameOf = ({ account, mode, id }: MailKey): MailKey => ({ account, mode, id })

export const toMailMessage = (row: MailKey, messageId: string): MailMessage => ({
  messageId,
  body: JSON.stringify(nameOf(row)),
})

/** Sends the mails one after the other, because SES limits the number of mails per second. */
export async function deliverMails(messages: readonly MailMessage[], transport: Transport): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = []
  for (const message of messages)
    if (!(await deliverMessage(message, transport))) batchItemFailures.push({ itemIdentifier: message.messageId })
  return { batchItemFailures }
}

/**
 * Returns false if the queue must deliver the message again. After the last attempt, the message goes to the
 * dead-letter queue.
 */
async function deliverMessage({ messageId, body }: MailMessage, transport: Transport): Promise<boolean> {
  try {
    const row = await load(JSON.parse(body))
    if (row?.state === 'waiting') return await sendOnce(row, transport)
    if (row?.state === 'sending') return await closeInterrupted(row)
    return true
  } catch (fault) {
    logFault('A mail could not be sent.', fault, { messageId })
    return false
  }
}

/** Returns null if the row of the mail has expired or was erased. */
async function load(key: MailKey): Promise<MailRow | null> {
  const { data } = await MailRow.get(keyOf(key)).go({ consistent: true })
  return data
}

async function sendOnce(row: MailRow, transport: Transport): Promise<boolean> {
  const claimed = await claim(row)
  return claimed !== null && finish(claimed, await attempt(row, transport))
}

/** Renders and sends a mail. Rejects a mail that cannot be rendered, for example because its address is invalid. */
function attempt({ id, data }: MailRow, transport: Transport): SendResult | Promise<SendResult> {
  let mail: Mail
  try {
    mail = renderRefundMail(data)
  } catch (error) {
    const { name, message } = error as Error
    return { state: 'rejected', code: name, reason: message }
  }
  return transport(mail, id)
}

/**
 * Claims the mail for this run. Returns null if another run has claimed the mail. If the SDK repeats a successful
 * write, the repeated write fails. Therefore the claim id in the row decides which run has claimed the mail.
 */
async function claim(row: MailRow): Promise<MailRow | null> {
  const changes = { state: 'sending', sendingSince: timestamp(), claimId: newId() } as const
  const isClaimed = await tryWrite(() =>
    MailRow.patch(keyOf(row))
      .set(changes)
      .add({ attempts: 1 })
      .where(({ state }, { eq }) => eq(state, 'waiting'))
      .go(),
  )
  if (isClaimed) return { ...row, ...changes }
  const current = await load(row)
  return current?.claimId === changes.claimId ? current : null
}

/**
 * The maximum time between the claim of a mail and the end of the run that has claimed it. The queue waits longer than
 * this before it delivers the message again.
 */
const maxRunMilliseconds = 120_000

/**
 * Ends the claim of a run that has crashed. A run has crashed if it claimed the mail more than `maxRunMilliseconds`
 * ago. Such a run may have sent the mail, so the state of the mail becomes `unknown`. Returns false if the run may
 * still be sending the mail.
 */
async function closeInterrupted(row: MailRow): Promise<boolean> {
  const isRunning = now().getTime() - Date.parse(row.sendingSince ?? '') < maxRunMilliseconds
  return !isRunning && finish(row, { state: 'unknown', code: 'Interrupted' })
}

async function finish(row: MailRow, result: SendResult): Promise<boolean> {
  await save(row, result)
  const { invoiceNumber } = row.data
  const details = { ...nameOf(row), invoiceNumber, ...('code' in result && { code: result.code }) }
  if (result.state === 'accepted') log.info('A mail was sent.', { ...details, sesId: result.sesId })
  if (result.state === 'rejected') log.warn('A mail was rejected.', details)
  if (result.state === 'unknown') {
    log.error('A mail may have been sent or not, and is not sent again.', details)
    countMetric('UnknownMails')
  }
  return result.state !== 'rejected'
}

const stateAfter = { accepted: 'sent', rejected: 'waiting', unknown: 'unknown' } as const

/** Throws a Conflict if another run has already saved a result. */
async function save(row: MailRow, result: SendResult): Promise<void> {
  const reason = result.state === 'rejected' ? { reason: `${result.code}: ${result.reason}` } : {}
  await conditionalWrite(() =>
    MailRow.patch(keyOf(row))
      .set({ state: stateAfter[result.state], ...reason })
      .where(
        ({ sendingSince, state }, { eq }) => `${eq(state, 'sending')} AND ${eq(sendingSince, row.sendingSince ?? '')}`,
      )
      .go(),
  )
}
