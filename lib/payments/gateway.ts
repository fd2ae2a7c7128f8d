/** What this API asks of a payment gateway. */

import type { MinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'

type PaymentKind = 'capture' | 'refund'

export interface PaymentRequest {
  tenant: Tenant
  kind: PaymentKind
  /** The idempotency key: a repeated request moves no money again and gets the same result. */
  id: string
  /** The gateway's id of the payment. */
  transactionId: string
  /** The token of the order. */
  order: string
  amount: MinorUnits
  /** The amount of the whole payment. */
  paymentAmount: MinorUnits
  currency: string
}

export type PaymentResult =
  | { state: 'succeeded' }
  | { state: 'refused'; reason: string }
  /** The request did not reach the gateway: nothing has happened. */
  | { state: 'unreachable' }
  /** No answer: the gateway may have done what was asked. */
  | { state: 'unknown' }

export interface Gateway {
  /** The smallest amount that can be refunded, unless it is all that is left. */
  minAmount: (currency: string) => MinorUnits
  send: (request: PaymentRequest) => Promise<PaymentResult>
  /** Whether the gateway did what an earlier request asked for; null if it cannot tell now. */
  hasDone: (request: PaymentRequest) => Promise<boolean | null>
}
