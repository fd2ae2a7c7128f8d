/** Sends a refund once, and follows it until the API has made or refused it. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Client, Order, Refund } from '../../../../client/index.ts'
import { type Progress, progressOf, untilDecided } from '../../../change/follow.ts'
import { isUndecided } from '../../../change/intent.ts'
import { notifyDone } from '../../../change/notices.tsx'
import { texts as changeTexts } from '../../../change/texts.ts'
import { problemOf, useSession } from '../../../session/api.ts'
import { useFormats } from '../../../session/formats.ts'
import { useTexts } from '../../../session/language.ts'
import { orderQuery } from '../../search.ts'
import { findSentRefund, forgetSentRefund, keepSentRefund, type RefundRequest, type SentRefund } from './sent-refund.ts'
import { texts } from './texts.ts'

export interface RefundState {
  request: RefundRequest | null
  /** Null if no refund was sent. */
  progress: Progress | 'refused' | null
  /** A refund was sent, and is not decided yet. */
  isRunning: boolean
  /** The last failure, or the reason why the API refused the refund. */
  error: unknown
  send: (request: RefundRequest) => void
  /** Stops sending, or hides that the refund was refused. */
  forget: () => void
}

/** The API is asked after this many milliseconds whether a refund under way is settled. */
export const pollInterval = 3000

/** A refund under way is looked for more often than its request would be sent again. */
const pauseAfter = (failures: number, error: unknown) =>
  problemOf(error)?.refundId ? pollInterval : untilDecided.retryDelay(failures, error)

interface UnderWay {
  id: string
  /** The request is sent again from this time on; until then, the API is only asked for the refund. */
  sendAt: number
}

const defaultRetryAfter = 120_000

/**
 * A refund under way is settled without any request, so the page looks whether the refund exists. The request is only
 * repeated if that takes long, because each repetition makes the API ask the payment gateway again.
 */
async function sendOrLook(api: Client, token: string, { key, request }: SentRefund, underWay: UnderWay | null) {
  if (underWay && Date.now() < underWay.sendAt) {
    const refund = await api.refunds.get({ token, id: underWay.id }, { retries: 0 })
    if (refund.failureReason === undefined) return refund
  }
  return await api.refunds.create({ token, ...request }, { idempotencyKey: key, retries: 0 })
}

/** The refund does not exist while it is under way. */
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
      if (!isUndecided(error)) {
        forgetSentRefund(token)
        void cache.invalidateQueries({ queryKey: orderQuery(api, token).queryKey })
      }
      throw error
    }
  }
}

/** The notice is shown on whatever screen the person is by then. */
function useOnRefunded() {
  const text = useTexts(texts)
  const changeText = useTexts(changeTexts)
  const { amount } = useFormats()
  return ({ amount: value, currency, creditNoteNumber }: Refund) =>
    notifyDone(text.refundedNow(amount(value, currency), creditNoteNumber ?? null), changeText)
}

/**
 * This is a query and not a mutation, because a query with the same key is never sent twice at once, also if the screen
 * is left and opened again. The idempotency key makes it safe to repeat.
 */
export function useRefund(order: Order): RefundState {
  const { token } = order
  const cache = useQueryClient()
  const [sent, setSent] = useState(() => findSentRefund(token))
  const query = useQuery({
    queryKey: ['refund', token, sent?.key],
    queryFn: useSending(order, sent),
    enabled: sent !== null,
    ...untilDecided,
    retryDelay: pauseAfter,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data, error, failureReason } = query
  const isRefused = error !== null && !isUndecided(error)
  const open = isRefused ? 'refused' : progressOf(error ?? failureReason)
  const progress = sent && data === undefined ? open : null
  const isRunning = progress !== null && progress !== 'refused'
  const send = (request: RefundRequest) => {
    if (!isRunning) setSent(keepSentRefund(token, request))
  }
  const forget = () => {
    forgetSentRefund(token)
    setSent(null)
    void cache.invalidateQueries({ queryKey: ['orders'] })
  }
  return { request: sent?.request ?? null, progress, isRunning, error: error ?? failureReason, send, forget }
}
