/** Implements the interface of payment gateways for Stripe. */

import { hash } from 'node:crypto'
import type Stripe from 'stripe'
import { log } from '../core/log.ts'
import {
  type Gateway,
  type GatewayRequest,
  type GatewayResult,
  isCaptureOrRefund,
  refused,
  type StripeIdentity,
  unavailable,
} from './gateway.ts'
import { isMissingInStripe, meaningOfFault, missingPermissionIn } from './gateway-faults.ts'
import type { GatewayKeys } from './gateway-keys.ts'
import { stripeAmountStep } from './stripe-amount.ts'
import { findCaptureOrRefund, sendCaptureOrRefund } from './stripe-captures-and-refunds.ts'
import { findSubscriptionChange, sendSubscriptionChange } from './stripe-subscriptions.ts'
import { TrackedStripeCall } from './tracked-stripe-call.ts'

export interface StripeOptions {
  /** True if the operation may belong to another Stripe account than the account of the key. */
  mayBeOther?: boolean
}

interface Connection extends StripeOptions {
  apiKey: string
}

type Keys = Pick<GatewayKeys, 'apiKey' | 'stripeAccount'>

export const connectStripe = (keys: Keys, options?: StripeOptions): Gateway => {
  const connection = { apiKey: keys.apiKey, ...options }
  return {
    identity: stripeIdentityOf(keys),
    minAmount: stripeAmountStep,
    send: request => send(connection, request),
    findResult: request => findResult(connection, request),
  }
}

export const stripeIdentityOf = ({ apiKey, stripeAccount = null }: Keys): StripeIdentity => ({
  kind: 'stripe',
  stripeAccount,
  keyHash: hash('sha256', apiKey, 'base64url').slice(0, 16),
})

async function send(connection: Connection, request: GatewayRequest): Promise<GatewayResult> {
  const call = new TrackedStripeCall(connection.apiKey)
  try {
    return await call.run(stripe =>
      isCaptureOrRefund(request) ? sendCaptureOrRefund(stripe, request) : sendSubscriptionChange(stripe, request),
    )
  } catch (fault) {
    return resultOf(fault, call, { ...connection, request })
  }
}

interface Context extends Connection {
  request: GatewayRequest
}

function resultOf(fault: unknown, call: TrackedStripeCall, context: Context): GatewayResult {
  switch (meaningOfFault(fault)) {
    case 'refused':
      return context.mayBeOther && isMissingInStripe(fault) ? notFound : refused((fault as Error).message)
    case 'key rejected': {
      const reason = logRejectedKey(fault, context)
      return call.mayHaveActed ? { state: 'unknown' } : { state: 'unreachable', reason }
    }
    case 'local':
      if (!call.mayHaveActed) throw fault
      return { state: 'unknown' }
    case 'unknown':
      return { state: call.mayHaveReachedStripe ? 'unknown' : 'unreachable' }
  }
}

const notFound = unavailable('Stripe does not find the payment with this key, which may be of another account.')

/**
 * Logs that Stripe rejects the key, and returns a message. Stripe's own message is not quoted, because it contains a
 * part of the key.
 */
function logRejectedKey(fault: unknown, { request }: Context): string {
  const missing = missingPermissionIn(fault)
  const advice = missing ? 'allow it in Stripe, or set another key' : 'set another one'
  const reason = `Stripe rejects the API key of this store${missing}: ${advice} with \`npm run store -- gateway set\`.`
  log.error('Stripe rejects the API key.', { ...request.tenant, reason })
  return reason
}

async function findResult(connection: Connection, request: GatewayRequest): Promise<GatewayResult | null> {
  try {
    return await new TrackedStripeCall(connection.apiKey).run(stripe =>
      isCaptureOrRefund(request) ? findCaptureOrRefund(stripe, request) : findSubscriptionChange(stripe, request),
    )
  } catch (fault) {
    if (isMissingInStripe(fault)) return connection.mayBeOther ? notFound : null
    if (meaningOfFault(fault) !== 'key rejected') return { state: 'unknown' }
    return unavailable(logRejectedKey(fault, { ...connection, request }))
  }
}

/**
 * Asks Stripe for the account of a key. Returns null if the key lacks the permission, or if Stripe does not answer.
 * Throws if Stripe rejects the key.
 */
export async function readStripeAccountId(apiKey: string): Promise<string | null> {
  try {
    const account = await new TrackedStripeCall(apiKey).run(stripe => stripe.accounts.retrieveCurrent())
    return account.id
  } catch (fault) {
    if ((fault as Partial<Stripe.errors.StripeError>).type !== 'StripeAuthenticationError') return null
    throw new Error('Stripe rejects this key. Nothing was stored.')
  }
}
