/** Payments: the gateway that captures and refunds them. */

import * as accounts from '../accounts/index.ts'
import type { Account } from '../accounts/schemas.ts'
import type { Mode } from '../core/tenant.ts'
import type { Gateway } from './gateway.ts'

export type { Gateway, PaymentKind, PaymentRequest, PaymentResult } from './gateway.ts'

/** The gateway of a store in a mode; null if none is connected. Loaded when it is needed: Stripe's SDK is large. */
export async function connectGateway(store: Account, mode: Mode): Promise<Gateway | null> {
  switch (accounts.gatewayOf(store, mode)) {
    case 'sandbox':
      return (await import('./sandbox.ts')).sandbox
    case 'stripe':
      return null
    case 'none':
      return null
  }
}
