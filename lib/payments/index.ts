/** Exports what other modules use of payments: gateways, operations under way, and the orders that payments are for. */

export {
  connectGateway,
  connectGatewayOfOperation,
  findOperationsAtOtherGateways,
  recordGatewaysOfOperations,
  requireGateway,
} from './connect.ts'
export type { EarlyReport } from './entity.ts'
export type {
  CaptureOrRefundRequest,
  Gateway,
  SubscriptionRequest,
  SubscriptionTerms,
} from './gateway.ts'
export { removeGatewayKeys } from './gateway-keys.ts'
export {
  endedOperationWrite,
  findOperation,
  newOperation,
  type Operation,
  operationsOf,
  pendingOperations,
  sentAt,
  takeOver,
  takeoverMilliseconds,
} from './operations.ts'
export {
  earlyReportsOf,
  findOrderOfPayment,
  keepEarlyReport,
  refundCreatedEvent,
  refundFailedEvent,
  rememberPayment,
  rememberPaymentOnce,
  removeEarlyReports,
} from './paid-orders.ts'
export { dropOperation, findOperationResult, performOperation, performReserved } from './perform-operation.ts'
export { type Reservation, reserveOperation, type Saga } from './saga.ts'
export { findStripeAccount } from './stripe.ts'
export { fromStripeAmount } from './stripe-amount.ts'
export { readFromStripe } from './stripe-reads.ts'
export { isSignedByStripe } from './stripe-signature.ts'
