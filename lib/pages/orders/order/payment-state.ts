/** Calculates the paid and the refundable amount of an order, and whether the payment can be captured or refunded. */

import type { Order } from '../../../client/index.ts'
import { fromMinorUnits, minorUnits, toMinorUnits } from '../../../core/money.ts'

type PaymentStatus = Order['paymentStatus']

/** The API refuses refunds of orders with these payment statuses, except for partly captured orders. */
const unpaid: readonly PaymentStatus[] = ['Authorized', 'Pending', 'Open', 'Failed', 'Cancelled', 'Expired']

const isPartlyCaptured = ({ capturedAmount, finalGrandTotal }: Order) =>
  capturedAmount !== null && capturedAmount < finalGrandTotal

export const isPaid = (order: Order) => isPartlyCaptured(order) || !unpaid.includes(order.paymentStatus)

export const isAuthorized = ({ status, paymentStatus }: Order) => status === 'Pending' && paymentStatus === 'Authorized'

/** A payment gateway captures a payment once, even if it has captured only a part. */
export const canCapture = (order: Order) => isAuthorized(order) && order.capturedAmount === null

/** Returns whether the payment gateway has a payment for the order. For other orders, a capture moves no money. */
export const hasGatewayPayment = ({ paymentTransactionId }: Order) => Boolean(paymentTransactionId?.trim())

export const paidAmount = (order: Order) =>
  isPaid(order) ? Math.min(order.capturedAmount ?? order.finalGrandTotal, order.finalGrandTotal) : 0

/**
 * Returns the amount that can still be refunded. Refunds that were made outside of this API can exceed the payment. The
 * amount is then 0, not negative.
 */
export function refundableAmount(order: Order): number {
  const { currency, refundsAmount } = order
  const left = toMinorUnits(paidAmount(order), currency) - toMinorUnits(refundsAmount, currency)
  return fromMinorUnits(minorUnits(Math.max(left, 0)), currency)
}

export const canRefund = (order: Order) => isPaid(order) && refundableAmount(order) > 0
