/**
 * Keeps a sent refund in `sessionStorage` until the API accepts or refuses it. After a reload, the page repeats the
 * request with the same idempotency key, so that nothing is refunded twice.
 */

import * as z from 'zod/mini'
import { newIdempotencyKey } from '../../../change/idempotency-key.ts'

const SentRefund = z.object({
  key: z.string(),
  sentAt: z.number(),
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

const nameOf = (token: string) => `refund ${token}`

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
  const refund = { key: newIdempotencyKey(), sentAt: Date.now(), request }
  sessionStorage.setItem(nameOf(token), JSON.stringify(refund))
  return { ...refund, mayBeMade: false }
}

export const forgetSentRefund = (token: string) => sessionStorage.removeItem(nameOf(token))
