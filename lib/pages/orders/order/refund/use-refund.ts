/** The hook that sends a refund. While it is mounted, it repeats the request or polls the API until a final reply. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Client, Order, Refund } from '../../../../client/index.ts'
import { isMaintenance, isUndecided } from '../../../change/idempotency-key.ts'
import { notifyDone } from '../../../change/notices.tsx'
import { type Progress, progressOf, retryUntilDecidedOptions } from '../../../change/retry-options.ts'
import { texts as changeTexts } from '../../../change/texts.ts'
import { problemOf, useSession } from '../../../session/client.ts'
import { useFormats } from '../../../session/formats.ts'
import { useTexts } from '../../../session/language.ts'
import { orderQuery } from '../../queries.ts'
import {
  forgetSentRefund,
  isOfThisSession,
  isRepeatable,
  keepSentRefund,
  type RefundRequest,
  readSentRefund,
  type SentRefund,
  takeOverSentRefund,
} from './sent-refund.ts'
import { texts } from './texts.ts'

export interface RefundState {
  request: RefundRequest | null
  /**
   * The progress of the refund; null if no refund was sent, or if it is made or too old to be sent again. `interrupted`
   * means that an earlier session has sent it, and that it is sent again only if this person confirms it.
   */
  progress: Progress | 'refused' | 'interrupted' | null
  /** A refund was sent, and the API has not accepted or refused it yet. */
  isRunning: boolean
  /** The error of the last attempt, which may be the refusal of the refund by the API. */
  error: unknown
  send: (request: RefundRequest) => void
  /** Sends an interrupted refund again. */
  resume: () => void
  /**
   * While the refund is running, this function stops the repetitions of the request. After a refusal, it hides the
   * notice about the refusal. An interrupted refund is not sent again.
   */
  forget: () => void
}

/** The milliseconds between two requests that read a refund under way. */
export const pollInterval = 3000

/**
 * Returns the milliseconds until the next attempt. A refund under way is read at fixed intervals. After other errors,
 * the pause is the value of `Retry-After`, or else grows with each attempt.
 */
const pauseAfter = (failures: number, error: unknown) =>
  problemOf(error)?.refundId ? pollInterval : retryUntilDecidedOptions.retryDelay(failures, error)

/** Returns whether the error means that the refund was not made, and no earlier request may have made it. */
const isRefusal = (error: unknown, { mayBeMade }: SentRefund) =>
  !isUndecided(error) || (isMaintenance(error) && !mayBeMade)

/** A browser continues the repetitions of a hidden tab when the tab is shown again, which may be days later. */
const retryOptionsFor = (sent: SentRefund | null) => ({
  ...retryUntilDecidedOptions,
  retry: (_: number, error: unknown) => sent !== null && isRepeatable(sent) && !isRefusal(error, sent),
  retryDelay: pauseAfter,
})

interface UnderWay {
  id: string
  /**
   * The time at which the page repeats the request. Until then, the page only reads the refund. If the refund that it
   * reads has failed, the page repeats the request at once.
   */
  sendAt: number
}

const defaultRetryAfter = 120_000

/**
 * Sends the refund. Before `underWay.sendAt`, the function reads the refund instead, because the API completes or drops
 * the refund without another request. Each repeated request would make the API ask the payment gateway.
 */
async function sendOrLook(api: Client, token: string, sent: SentRefund, underWay: UnderWay | null) {
  if (!isRepeatable(sent)) throw new Error('The refund is too old to be sent again.')
  const { key, request } = sent
  if (underWay && Date.now() < underWay.sendAt) {
    const refund = await api.refunds.get({ token, id: underWay.id }, { retries: 0 })
    if (refund.failureReason === undefined) return refund
  }
  return await api.refunds.create({ token, ...request }, { idempotencyKey: key, retries: 0 })
}

/**
 * Returns whether the API replied that the refund does not exist. The API shows a refund only after the payment gateway
 * has accepted it, so a request that reads a refund under way gets this reply.
 */
const isMissing = (error: unknown) => problemOf(error)?.code === 'not_found'

function useSending(order: Order, sent: SentRefund | null) {
  const { token } = order
  const { api } = useSession()
  const cache = useQueryClient()
  const underWay = useRef<{ key: string; state: UnderWay; error: unknown } | null>(null)
  const onDone = useOnRefunded()
  return async () => {
    if (!sent) throw new Error('No refund was sent.')
    const known = underWay.current?.key === sent.key ? underWay.current : null
    try {
      const refund = await sendOrLook(api, token, sent, known?.state ?? null)
      forgetSentRefund(token)
      void cache.invalidateQueries({ queryKey: ['orders'] })
      onDone(refund)
      return refund
    } catch (error) {
      if (known && isMissing(error)) throw known.error
      const problem = problemOf(error)
      if (problem?.refundId) {
        const state = { id: problem.refundId, sendAt: Date.now() + (problem.retryAfter ?? defaultRetryAfter) }
        underWay.current = { key: sent.key, state, error: problem }
      }
      if (isRefusal(error, sent)) {
        forgetSentRefund(token)
        void cache.invalidateQueries({ queryKey: orderQuery(api, token).queryKey })
      } else sent.mayBeMade = true
      throw error
    }
  }
}

/** Returns a function that shows a notice about the refund, even if the screen was left while the request was sent. */
function useOnRefunded() {
  const text = useTexts(texts)
  const changeText = useTexts(changeTexts)
  const { amount } = useFormats()
  return ({ amount: value, currency, creditNoteNumber }: Refund) =>
    notifyDone(text.refundedNow(amount(value, currency), creditNoteNumber ?? null), changeText)
}

/**
 * Sends the refund as a query instead of a mutation. TanStack Query never runs a query twice at the same time, even if
 * the screen is opened again. The idempotency key makes repetitions safe.
 */
const useSendingQuery = (order: Order, sent: SentRefund | null) =>
  useQuery({
    queryKey: ['refund', order.token, sent?.key],
    queryFn: useSending(order, sent),
    enabled: sent !== null && isOfThisSession(sent),
    ...retryOptionsFor(sent),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

type SendingQuery = ReturnType<typeof useSendingQuery>

function progressOfRefund(token: string, sent: SentRefund | null, query: SendingQuery): RefundState['progress'] {
  const { data, error, failureReason } = query
  if (!sent || data !== undefined || (error !== null && !isRepeatable(sent))) return null
  if (!isOfThisSession(sent)) return 'interrupted'
  /** A refusal forgets the refund, also if its request was sent before the screen was left and opened again. */
  const isRefused = error !== null && readSentRefund(token)?.key !== sent.key
  return isRefused ? 'refused' : progressOf(error ?? failureReason)
}

export function useRefund(order: Order): RefundState {
  const { token } = order
  const cache = useQueryClient()
  const [sent, setSent] = useState(() => readSentRefund(token))
  const query = useSendingQuery(order, sent)
  const progress = progressOfRefund(token, sent, query)
  const isRunning = progress !== null && progress !== 'refused'
  const send = (request: RefundRequest) => {
    if (!isRunning) setSent(keepSentRefund(token, request))
  }
  const resume = () => setSent(sent && takeOverSentRefund(token, sent))
  const forget = () => {
    forgetSentRefund(token)
    setSent(null)
    void cache.invalidateQueries({ queryKey: ['orders'] })
  }
  const error = query.error ?? query.failureReason
  return { request: sent?.request ?? null, progress, isRunning, error, send, resume, forget }
}
