/** Exports what other modules use of payments: gateways, operations under way, and the orders that payments are for. */

export {
  connectGateway,
  connectGatewayOfOperation,
  findOperationsAtOtherGateways,
  recordGatewaysOfOperations,
  requireGateway,
} from './connect.ts'
export type { EarlyRefund } from './entity.ts'
export {
  type CaptureOrRefundRequest,
  type Gateway,
  isCaptureOrRefund,
  type SubscriptionRequest,
  type SubscriptionTerms,
} from './gateway.ts'
export { removeGatewayKeys } from './gateway-keys.ts'
export {
  endedOperationWrite,
  findOperation,
  newOperation,
  newOperationWrite,
  type Operation,
  operationsOf,
  pendingOperations,
  sentAt,
  takeOver,
  takeoverMilliseconds,
} from './operations.ts'
export {
  earlyRefundsOf,
  findOrderOfPayment,
  keepEarlyRefund,
  refundFailedEvent,
  rememberPayment,
  rememberPaymentOnce,
  removeEarlyRefunds,
} from './paid-orders.ts'
export { dropOperation, findOperationResult, performOperation, performReserved } from './perform-operation.ts'
export { type Reservation, reserveOperation, type Saga } from './saga.ts'
export { findStripeAccount } from './stripe.ts'
export { fromStripeAmount } from './stripe-amount.ts'
export { isSignedByStripe } from './stripe-signature.ts'
