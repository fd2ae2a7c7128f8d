/**
 * Keeps a sent refund in `sessionStorage` until the API accepts or refuses it. After a reload, the page repeats the
 * request with the same idempotency key, so that nothing is refunded twice. After signing out, the next person decides
 * whether it is repeated.
 */

import * as z from 'zod/mini'
import { newIdempotencyKey } from '../../../change/idempotency-key.ts'
import { sessionId } from '../../../session/key.ts'

const SentRefund = z.object({
  key: z.string(),
  sentAt: z.number(),
  /** The id of the session that has sent the refund. An earlier release did not store it. */
  session: z._default(z.string(), ''),
  request: z.object({
    amount: z.number(),
    comment: z.nullable(z.string()),
    status: z.enum(['Complete', 'Partial']),
    autoRefundTaxes: z.boolean(),
    notifyCustomer: z.boolean(),
  }),
})
export interface SentRefund extends z.output<typeof SentRefund> {
  /** An earlier request may have made the refund. After a reload, it is not known whether there was one. */
  mayBeMade: boolean
}
export type RefundRequest = SentRefund['request']

/**
 * The maximum age of a refund that the page repeats. The API keeps the idempotency key for at least 24 hours. After
 * that, a repetition could refund twice.
 */
const lifetime = 23 * 3600 * 1000

export const isRepeatable = ({ sentAt }: SentRefund) => sentAt > Date.now() - lifetime

/** Returns whether this session has sent the refund, so that the page repeats the request without a question. */
export const isOfThisSession = ({ session }: SentRefund) => session === sessionId()

const prefix = 'refund '
const nameOf = (token: string) => prefix + token

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function readSentRefund(token: string): SentRefund | null {
  const { data } = z.safeParse(SentRefund, jsonOf(sessionStorage.getItem(nameOf(token)) ?? ''))
  const sent = data && { ...data, mayBeMade: true }
  return sent && isRepeatable(sent) ? sent : null
}

export function keepSentRefund(token: string, request: RefundRequest): SentRefund {
  const refund = { key: newIdempotencyKey(), sentAt: Date.now(), session: sessionId() ?? '', request }
  sessionStorage.setItem(nameOf(token), JSON.stringify(refund))
  return { ...refund, mayBeMade: false }
}

/** Keeps a refund of an earlier session as a refund of this session, which repeats its request. */
export function takeOverSentRefund(token: string, sent: SentRefund): SentRefund {
  const refund = { ...sent, session: sessionId() ?? '' }
  sessionStorage.setItem(nameOf(token), JSON.stringify(refund))
  return refund
}

export const forgetSentRefund = (token: string) => sessionStorage.removeItem(nameOf(token))

/** Returns whether a refund that this session has sent has no answer yet. */
export function hasUnansweredRefund(): boolean {
  const names = Object.keys(sessionStorage).filter(name => name.startsWith(prefix))
  const sent = names.map(name => readSentRefund(name.slice(prefix.length)))
  return sent.some(refund => refund !== null && isOfThisSession(refund))
}
