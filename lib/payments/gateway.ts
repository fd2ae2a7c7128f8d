/** Defines what this API requests from a payment gateway, and what the gateway answers. */

import type { MinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'

interface Request {
  tenant: Tenant
  /** The idempotency key: a repeated request has no further effect and gets the same result. */
  id: string
}

export interface CaptureOrRefundRequest extends Request {
  kind: 'capture' | 'refund'
  /** The gateway's id of the payment. */
  transactionId: string
  /** The token of the order. */
  order: string
  amount: MinorUnits
  paymentAmount: MinorUnits
  currency: string
}

/** The price, the schedule and the trial of a subscription after a change. */
export interface SubscriptionTerms {
  /** The amount of one unit. */
  amount: MinorUnits
  quantity: number
  currency: string
  interval: 'Year' | 'Month' | 'Week' | 'Day'
  intervalCount: number
  /** Whether the whole amount is charged at once and a new period begins. */
  chargesNow: boolean
  /** The end of the trial, until which nothing is charged; null if the change does not affect the trial. */
  trialEnd: string | null
  /** Whether the subscription is paused. Only the sandbox needs this, as Stripe uses a coupon to charge nothing. */
  isPaused: boolean
}

interface SubscriptionBase extends Request {
  /** The gateway's id of the subscription. */
  gatewayId: string
  /** This API's id of the subscription. */
  subscription: string
}

export type SubscriptionRequest =
  | (SubscriptionBase & { kind: 'pause' | 'resume' | 'cancel' })
  | (SubscriptionBase & { kind: 'change'; terms: SubscriptionTerms })

export type GatewayRequest = CaptureOrRefundRequest | SubscriptionRequest

export const isCaptureOrRefund = (request: GatewayRequest): request is CaptureOrRefundRequest => 'order' in request

export interface Succeeded {
  state: 'succeeded'
  /** The amount that was captured, if it differs from the requested one. */
  captured?: MinorUnits
  /** The failure of a refund that the gateway had accepted; absent if the refund has not failed. */
  failure?: { status: 'Failed' | 'Cancelled'; reason: string | null }
  /** The amount charged at once for a change of a subscription; absent if nothing was charged. */
  charged?: MinorUnits
}

/** The result stays unknown until the store has a key that the gateway accepts. */
export interface Unavailable {
  state: 'unavailable'
  reason: string
}

export type GatewayResult =
  | Succeeded
  | { state: 'refused'; reason: string }
  /** The request did not reach the gateway, so nothing has happened. If `reason` is absent, there was no connection. */
  | { state: 'unreachable'; reason?: string }
  /** The gateway did not answer, and may have done what was requested. */
  | { state: 'unknown' }
  | Unavailable

export const succeeded: Succeeded = { state: 'succeeded' }
export const refused = (reason: string): GatewayResult => ({ state: 'refused', reason })
export const unavailable = (reason: string): Unavailable => ({ state: 'unavailable', reason })

/** Identifies a Stripe account. Two keys of one account are the same gateway, so that a key can be rotated. */
export interface StripeIdentity {
  kind: 'stripe'
  /** The id of the Stripe account; null if the key has no permission to read it. */
  stripeAccount: string | null
  keyHash: string
}

/** Identifies a gateway. An operation stays at the gateway that it was reserved with. */
export type GatewayIdentity = { kind: 'sandbox' } | StripeIdentity

export function gatewayNameOf(gateway: GatewayIdentity | undefined): string {
  if (gateway?.kind !== 'stripe') return gateway?.kind ?? 'the gateway that is set'
  return `stripe, ${gateway.stripeAccount ?? 'account unknown'}`
}

export interface Gateway {
  identity: GatewayIdentity
  /** The smallest amount that can be refunded. A smaller amount is allowed if no more is left to refund. */
  minAmount: (currency: string) => MinorUnits
  send: (request: GatewayRequest) => Promise<GatewayResult>
  /** Finds the result of an earlier request: null if nothing was done, `unknown` if the gateway cannot tell now. */
  findResult: (request: GatewayRequest) => Promise<GatewayResult | null>
}
