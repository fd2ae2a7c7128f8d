/** Payments: the gateway that captures and refunds them, and the orders that they are for. */

import * as accounts from '../accounts/index.ts'
import type { Account } from '../accounts/schemas.ts'
import type { Mode } from '../core/tenant.ts'
import type { Gateway } from './gateway.ts'
import { loadGatewayKeys } from './gateway-keys.ts'
import { sandbox } from './sandbox.ts'

export type { Gateway } from './gateway.ts'
export {
  dropOperation,
  endOperation,
  newOperation,
  type Operation,
  pendingOperations,
  startOperation,
  takeOver,
} from './operations.ts'
export { resultOf } from './outcome.ts'
export { type Outcome, perform } from './perform.ts'

/** The gateway of a store in a mode; null if none is connected, or if it has no key. Stripe's SDK is large. */
export async function connectGateway(store: Account, mode: Mode): Promise<Gateway | null> {
  switch (accounts.gatewayOf(store, mode)) {
    case 'sandbox':
      return sandbox
    case 'stripe':
      return connectStripe(store, mode)
    case 'none':
      return null
  }
}

async function connectStripe({ account }: Account, mode: Mode): Promise<Gateway | null> {
  const keys = await loadGatewayKeys({ account, mode })
  return keys && (await import('./stripe.ts')).connectStripe(keys.apiKey)
}
