/** What this API asks of a payment gateway. */

import type { MinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'

interface Request {
  tenant: Tenant
  /** The idempotency key: a repeated request does nothing again and gets the same result. */
  id: string
}

export interface PaymentRequest extends Request {
  kind: 'capture' | 'refund'
  /** The gateway's id of the payment. */
  transactionId: string
  /** The token of the order. */
  order: string
  amount: MinorUnits
  /** The amount of the whole payment. */
  paymentAmount: MinorUnits
  currency: string
}

/** What a subscription costs, and when. */
export interface SubscriptionTerms {
  /** Of one unit. */
  amount: MinorUnits
  quantity: number
  currency: string
  interval: 'Year' | 'Month' | 'Week' | 'Day'
  intervalCount: number
  /** Whether the amount of all units is charged at once, and a new period begins. */
  chargesNow: boolean
  /** Nothing is charged before; null if nothing changes about that. */
  trialEnd: string | null
  /** Whether nothing is charged, for the sandbox. Stripe has a coupon instead. */
  isPaused: boolean
}

interface SubscriptionBase extends Request {
  /** The gateway's id of the subscription. */
  gatewayId: string
  /** Our id of it. */
  subscription: string
}

export type SubscriptionRequest =
  | (SubscriptionBase & { kind: 'pause' | 'resume' | 'cancel' })
  | (SubscriptionBase & { kind: 'change'; terms: SubscriptionTerms })

export type GatewayRequest = PaymentRequest | SubscriptionRequest

export const isPaymentRequest = (request: GatewayRequest): request is PaymentRequest => 'order' in request

export interface Succeeded {
  state: 'succeeded'
  /** What is captured of the payment; absent if it is what was asked. */
  captured?: MinorUnits
  /** The gateway had accepted a refund, which has failed or was canceled since. */
  failure?: { status: 'Failed' | 'Cancelled'; reason: string | null }
  /** What the gateway has charged at once for a change of a subscription; absent if nothing. */
  charged?: MinorUnits
}

/** Nobody knows what happened until the store has a key again that reaches the gateway. */
export interface Unavailable {
  state: 'unavailable'
  reason: string
}

/** The request did not reach the gateway: nothing has happened. The reason is absent if there was no connection. */
export interface Unreachable {
  state: 'unreachable'
  reason?: string
}

export type GatewayResult =
  | Succeeded
  | { state: 'refused'; reason: string }
  | Unreachable
  /** No answer: the gateway may have done what was asked. */
  | { state: 'unknown' }
  | Unavailable

export const succeeded: Succeeded = { state: 'succeeded' }
export const refused = (reason: string): GatewayResult => ({ state: 'refused', reason })
export const unavailable = (reason: string): Unavailable => ({ state: 'unavailable', reason })

/** A key of Stripe: rotated keys of one account in Stripe are the same gateway. */
export interface StripeIdentity {
  kind: 'stripe'
  /** Null if the key may not read it. */
  stripeAccount: string | null
  keyHash: string
}

/** Which gateway it is: an operation stays at the one that it was reserved with. */
export type GatewayIdentity = { kind: 'sandbox' } | StripeIdentity

/** How messages name it. */
export function gatewayNameOf(gateway: GatewayIdentity | undefined): string {
  if (gateway?.kind !== 'stripe') return gateway?.kind ?? 'the gateway that is set'
  return `stripe, ${gateway.stripeAccount ?? 'account unknown'}`
}

export interface Gateway {
  identity: GatewayIdentity
  /** The smallest amount that can be refunded, unless it is all that is left. */
  minAmount: (currency: string) => MinorUnits
  send: (request: GatewayRequest) => Promise<GatewayResult>
  /** The result of an earlier request: null if nothing was done, `unknown` if the gateway cannot tell now. */
  findResult: (request: GatewayRequest) => Promise<GatewayResult | null>
}
