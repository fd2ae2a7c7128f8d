/** Exports what other modules need of gateways, operations, orders of payments, and reports that await an order. */

export {
  connectGateway,
  connectGatewayOfOperation,
  findOperationsAtOtherGateways,
  recordGatewaysOfOperations,
  requireGateway,
} from './connect-gateway.ts'
export type { ReportAwaitingOrder } from './entity.ts'
export type {
  CaptureOrRefundRequest,
  Gateway,
  SubscriptionRequest,
  SubscriptionTerms,
} from './gateway.ts'
export { loadGatewayKeys, removeGatewayKeys } from './gateway-keys.ts'
export {
  deleteOperationWrite,
  findOperation,
  newOperation,
  type Operation,
  pendingOperationsOfAllStores,
  readOperationPages,
  readOperations,
  requestSentAt,
  takeOverOperation,
  takeoverMilliseconds,
} from './operations.ts'
export { findOrderOfPayment, saveOrderOfPayment, saveOrderOfPaymentIfNew } from './order-of-payment.ts'
export { dropOperation, findResultAtGateway, performOperation, performOperationOrThrow } from './perform-operation.ts'
export { readWithStripeKey } from './read-with-stripe-key.ts'
export {
  readReportsAwaitingOrder,
  refundCreatedEventName,
  refundFailedEventName,
  removeReportsAwaitingOrder,
  storeReportAwaitingOrder,
} from './reports-awaiting-order.ts'
export { type Reservation, reserveOperation, type Saga } from './saga.ts'
export { readStripeAccountId } from './stripe.ts'
export { fromStripeAmount } from './stripe-amount.ts'
export { loadStripeSdk } from './tracked-stripe-call.ts'
