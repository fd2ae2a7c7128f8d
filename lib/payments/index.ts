/** Payments: the gateway that captures and refunds them. */

import * as accounts from '../accounts/index.ts'
import type { Account } from '../accounts/schemas.ts'
import type { Mode } from '../core/tenant.ts'
import type { Gateway } from './gateway.ts'
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

/** The gateway of a store in a mode; null if none is connected. */
export async function connectGateway(store: Account, mode: Mode): Promise<Gateway | null> {
  switch (accounts.gatewayOf(store, mode)) {
    case 'sandbox':
      return sandbox
    case 'stripe':
      return null
    case 'none':
      return null
  }
}
