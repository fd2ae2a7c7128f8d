/** Calculates how much a customer has paid in each currency. */

import type { Order } from '../../client/index.ts'
import { isPaid, paidAmount } from '../orders/order/payment-state.ts'

export interface Spent {
  currency: string
  orders: number
  paid: number
  refunded: number
}

/** Orders with these payment statuses do not count as paid, although the API allows refunds of them. */
const withoutMoney: readonly Order['paymentStatus'][] = ['Deferred', 'ChargedBack', null]

const hasPaid = (order: Order) => isPaid(order) && !withoutMoney.includes(order.paymentStatus)

/**
 * Returns the refunded amount of an order. A payment gateway can refund a whole payment without a refund in the API,
 * and `refundsAmount` does not include such a refund. So an order with the payment status `Refunded` is treated as
 * fully refunded.
 */
const refundedOf = (order: Order) => (order.paymentStatus === 'Refunded' ? paidAmount(order) : order.refundsAmount)

function sumOf(currency: string, orders: readonly Order[]): Spent {
  const sum = (amountOf: (order: Order) => number) => orders.reduce((total, order) => total + amountOf(order), 0)
  return { currency, orders: orders.length, paid: sum(paidAmount), refunded: sum(refundedOf) }
}

/** Returns the totals of paid orders by currency. The currency with the most orders comes first. */
export function spentByCurrency(orders: readonly Order[]): Spent[] {
  const byCurrency = Map.groupBy(orders.filter(hasPaid), ({ currency }) => currency.toUpperCase())
  return [...byCurrency].map(([currency, group]) => sumOf(currency, group)).toSorted((a, b) => b.orders - a.orders)
}
