/** Completes an operation on the payment of an order, whatever it is. */

import type { Account } from '../accounts/schemas.ts'
import type { Gateway, Operation } from '../payments/index.ts'
import { type Capture, completeCapture } from './capture.ts'
import { completeRefund, type RefundOperation } from './complete-refund.ts'

interface Context {
  store: Account
  gateway: Gateway
}

export async function completePayment(operation: Operation, context: Context): Promise<void> {
  switch (operation.request.kind) {
    case 'capture':
      await completeCapture(operation as Capture, context.gateway)
      return
    case 'refund':
      await completeRefund(operation as RefundOperation, context)
  }
}
