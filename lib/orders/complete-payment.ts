/** Completes an operation on the payment of an order, whatever it is. */

import type { Account } from '../accounts/schemas.ts'
import type { Gateway, Operation } from '../payments/index.ts'
import { type CaptureDetails, completeCapture } from './capture.ts'
import { completeRefund, type RefundDetails } from './complete-refund.ts'

interface Context {
  store: Account
  gateway: Gateway
}

export async function completePayment(operation: Operation, context: Context): Promise<void> {
  switch (operation.request.kind) {
    case 'capture':
      await completeCapture(operation as Operation<CaptureDetails>, context.gateway)
      return
    case 'refund':
      await completeRefund(operation as Operation<RefundDetails>, context)
  }
}
