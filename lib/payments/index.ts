/** Exports what other modules use of payments: gateways, operations under way, and the orders of payments. */

export {
  connectGateway,
  connectGatewayOfOperation,
  findOperationsAtOtherGateways,
  recordGatewaysOfOperations,
  requireGateway,
} from './connect-gateway.ts'
export {
  earlyReportsOf,
  refundCreatedEvent,
  refundFailedEvent,
  removeEarlyReports,
  storeEarlyReport,
} from './early-reports.ts'
export type { EarlyReport } from './entity.ts'
export type {
  CaptureOrRefundRequest,
  Gateway,
  SubscriptionRequest,
  SubscriptionTerms,
} from './gateway.ts'
export { loadGatewayKeys, removeGatewayKeys } from './gateway-keys.ts'
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
export { findOrderOfPayment, saveOrderOfPayment, saveOrderOfPaymentIfNew } from './paid-orders.ts'
export { dropOperation, findOperationResult, performOperation, performReserved } from './perform-operation.ts'
export { readFromStripe } from './read-from-stripe.ts'
export { type Reservation, reserveOperation, type Saga } from './saga.ts'
export { findStripeAccount } from './stripe.ts'
export { fromStripeAmount } from './stripe-amount.ts'
export { loadStripe } from './stripe-call.ts'
