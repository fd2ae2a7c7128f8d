/** Defines the requests of this API to a payment gateway, and the results that a gateway returns. */

import type { MinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'

interface Request {
  tenant: Tenant
  /** The idempotency key. While the gateway keeps this key, a repetition of the request has no further effect. */
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
  /** Whether the whole amount is charged immediately and a new period begins. */
  chargesNow: boolean
  /** The end of the trial that the change begins, until which nothing is charged; null if it begins none. */
  trialEnd: string | null
  /** True if the subscription is paused. The sandbox then charges nothing. In Stripe, a coupon has this effect. */
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
  /** The captured amount. If it is absent after a capture, the requested amount was captured. */
  captured?: MinorUnits
  /** The failure of a refund that the gateway had accepted. It is absent if the refund has not failed. */
  failure?: { status: 'Failed' | 'Cancelled'; reason: string | null }
  /** The amount that was charged immediately for a change of a subscription; absent or 0 if nothing was charged. */
  charged?: MinorUnits
}

/** The result cannot be read, because the store has no key with access to the payment or the subscription. */
export interface Unavailable {
  state: 'unavailable'
  reason: string
}

export type GatewayResult =
  | Succeeded
  | { state: 'refused'; reason: string }
  /** The gateway has done nothing. If `reason` is absent, the gateway could not be reached. */
  | { state: 'unreachable'; reason?: string }
  /** The result is not known yet. The gateway may have done what was requested, or may still do so. */
  | { state: 'unknown' }
  | Unavailable

export const succeeded: Succeeded = { state: 'succeeded' }
export const refused = (reason: string): GatewayResult => ({ state: 'refused', reason })
export const unavailable = (reason: string): Unavailable => ({ state: 'unavailable', reason })

/**
 * Identifies a Stripe account. A store can replace its key, because all keys of one account belong to the same gateway.
 */
export interface StripeIdentity {
  kind: 'stripe'
  /** The id of the Stripe account, or null if it is not known, for example because the key may not read it. */
  stripeAccount: string | null
  keyHash: string
}

/** Identifies a gateway. Operations under way stay at their gateway, even if the store changes its gateway. */
export type GatewayIdentity = { kind: 'sandbox' } | StripeIdentity

export function gatewayNameOf(gateway: GatewayIdentity | undefined): string {
  if (gateway?.kind !== 'stripe') return gateway?.kind ?? 'the gateway that is set'
  return `stripe, ${gateway.stripeAccount ?? 'account unknown'}`
}

export interface Gateway {
  identity: GatewayIdentity
  /** The smallest amount of a refund. Only a refund of the whole remaining payment may be smaller. */
  minAmount: (currency: string) => MinorUnits
  send: (request: GatewayRequest) => Promise<GatewayResult>
  /**
   * Finds the result of a request that was sent before. The result is null if the gateway has done nothing, and
   * `unknown` or `unavailable` if the result cannot be read now.
   */
  findResult: (request: GatewayRequest) => Promise<GatewayResult | null>
}
