/** Payment gateways, what is under way at them, and the orders that payments are for. */

import * as accounts from '../accounts/index.ts'
import type { Account } from '../accounts/schemas.ts'
import { Problem } from '../core/problem.ts'
import type { Mode, Tenant } from '../core/tenant.ts'
import type { Gateway } from './gateway.ts'
import { loadGatewayKeys } from './gateway-keys.ts'
import { sandbox } from './sandbox.ts'
import { connectStripe } from './stripe.ts'

export { earlyRefundsOf, keepEarlyRefund, removeEarlyRefunds } from './early-refunds.ts'
export type { EarlyRefund } from './entity.ts'
export {
  type Gateway,
  isPaymentRequest,
  type PaymentRequest,
  type SubscriptionRequest,
  type SubscriptionTerms,
} from './gateway.ts'
export { removeGatewayKeys } from './gateway-keys.ts'
export {
  dropOperation,
  dropUnlessRepeated,
  endOperation,
  findOperation,
  newOperation,
  type Operation,
  operationsOf,
  pendingOperations,
  startOperation,
  takeOver,
} from './operations.ts'
export { resultOf } from './outcome.ts'
export { findOrderOfPayment, rememberPayment } from './paid-orders.ts'
export { type Outcome, perform } from './perform.ts'
export { fromStripeAmount } from './stripe-amount.ts'
export { verifyStripeEvent } from './stripe-webhook.ts'

/** The gateway of a tenant; throws `gateway_not_connected` if there is none. */
export async function requireGateway({ account, mode }: Tenant): Promise<Gateway> {
  const gateway = await connectGateway(await accounts.get(account), mode)
  if (!gateway) throw new Problem('gateway_not_connected')
  return gateway
}

/** The gateway of a store in a mode; null if none is connected, or if it has no key. */
export async function connectGateway(store: Account, mode: Mode): Promise<Gateway | null> {
  switch (accounts.gatewayOf(store, mode)) {
    case 'sandbox':
      return sandbox
    case 'stripe':
      return stripeOf(store, mode)
    case 'none':
      return null
  }
}

async function stripeOf({ account }: Account, mode: Mode): Promise<Gateway | null> {
  const keys = await loadGatewayKeys({ account, mode })
  return keys && connectStripe(keys.apiKey)
}
