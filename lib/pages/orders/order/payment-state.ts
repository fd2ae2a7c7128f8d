/** What can be done with the payment of an order: its amounts, and whether it can be captured or refunded. */

import type { Order } from '../../../client/index.ts'
import { fromMinorUnits, minorUnits, toMinorUnits } from '../../../core/money.ts'

type PaymentStatus = Order['paymentStatus']

/** The API refunds no order with one of these statuses. */
const unpaid: readonly PaymentStatus[] = ['Authorized', 'Pending', 'Open', 'Failed', 'Cancelled', 'Expired']

const isPartlyCaptured = ({ capturedAmount, finalGrandTotal }: Order) =>
  capturedAmount !== null && capturedAmount < finalGrandTotal

export const isPaid = (order: Order) => isPartlyCaptured(order) || !unpaid.includes(order.paymentStatus)

export const canCapture = ({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>) =>
  status === 'Pending' && paymentStatus === 'Authorized'

/** The gateway takes the money only if the order was paid through it. */
export const hasGateway = ({ paymentTransactionId }: Order) => Boolean(paymentTransactionId?.trim())

export const paidAmount = (order: Order) =>
  isPaid(order) ? Math.min(order.capturedAmount ?? order.finalGrandTotal, order.finalGrandTotal) : 0

/** The amount that can still be refunded. Refunds made elsewhere may exceed what was paid. */
export function amountLeft(order: Order): number {
  const { currency, refundsAmount } = order
  const left = toMinorUnits(paidAmount(order), currency) - toMinorUnits(refundsAmount, currency)
  return fromMinorUnits(minorUnits(Math.max(left, 0)), currency)
}

export const canRefund = (order: Order) => isPaid(order) && amountLeft(order) > 0
