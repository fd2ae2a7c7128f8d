/** Stripe as a payment gateway. */

import type Stripe from 'stripe'
import { log } from '../core/log.ts'
import {
  type Gateway,
  type GatewayRequest,
  type GatewayResult,
  isPaymentRequest,
  refused,
} from './gateway.ts'
import { smallestAmount } from './stripe-amount.ts'
import { findPayment, sendPayment } from './stripe-payments.ts'
import { StripeSession } from './stripe-session.ts'
import { findChange, sendChange } from './stripe-subscriptions.ts'

export const connectStripe = (apiKey: string): Gateway => ({
  minAmount: smallestAmount,
  send: request => send(apiKey, request),
  findResult: request => findResult(apiKey, request),
})

/** Types of the SDK's errors. */
const refusals = new Set(['StripeCardError', 'StripeInvalidRequestError'])
const keyRejections = new Set(['StripeAuthenticationError', 'StripePermissionError'])

async function send(apiKey: string, request: GatewayRequest): Promise<GatewayResult> {
  const session = new StripeSession(apiKey)
  try {
    return await session.run(stripe =>
      isPaymentRequest(request) ? sendPayment(stripe, request) : sendChange(stripe, request),
    )
  } catch (error) {
    return failureOf(error, request, session)
  }
}

/** Unknown after any error: with the key of another Stripe account, for example, every payment seems unknown. */
async function findResult(apiKey: string, request: GatewayRequest): Promise<GatewayResult | null> {
  const found = new StripeSession(apiKey).run(stripe =>
    isPaymentRequest(request) ? findPayment(stripe, request) : findChange(stripe, request),
  )
  return found.catch(() => ({ state: 'unknown' }))
}

/** Anything else may have happened, such as a timeout, an internal error, or a request with the same key under way. */
function failureOf(error: unknown, { tenant }: GatewayRequest, session: StripeSession): GatewayResult {
  const { type = '', message = '' } = error as Partial<Stripe.errors.StripeError>
  if (refusals.has(type)) return refused(message)
  if (!keyRejections.has(type)) return { state: session.mayHaveReachedStripe ? 'unknown' : 'unreachable' }
  /** Stripe's message has a part of the key. */
  log.error('Stripe rejects the API key.', { ...tenant })
  return refused('Stripe rejects the API key of this store. Set another one with `store gateway set`.')
}
