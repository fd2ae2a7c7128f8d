/** Calculates how much a customer has paid in each currency. */

import type { Order } from '../../client/index.ts'

export interface Spent {
  currency: string
  orders: number
  paid: number
  refunded: number
}

const paidStatuses: readonly Order['paymentStatus'][] = ['Paid', 'PaidDeferred', 'Paidout', 'Refunded']

/**
 * Returns the refunded amount of an order. A payment gateway can refund a whole payment without a refund in the API,
 * and `refundsAmount` does not include such a refund. So an order with the payment status `Refunded` is treated as
 * fully refunded.
 */
const refundedOf = ({ paymentStatus, finalGrandTotal, refundsAmount }: Order) =>
  paymentStatus === 'Refunded' ? finalGrandTotal : refundsAmount

function sumOf(currency: string, orders: readonly Order[]): Spent {
  const sum = (amountOf: (order: Order) => number) => orders.reduce((total, order) => total + amountOf(order), 0)
  return { currency, orders: orders.length, paid: sum(order => order.finalGrandTotal), refunded: sum(refundedOf) }
}

/** Returns the totals of paid orders by currency. The currency with the most orders comes first. */
export function spentByCurrency(orders: readonly Order[]): Spent[] {
  const paid = orders.filter(({ paymentStatus }) => paidStatuses.includes(paymentStatus))
  const byCurrency = Map.groupBy(paid, ({ currency }) => currency.toUpperCase())
  return [...byCurrency].map(([currency, group]) => sumOf(currency, group)).toSorted((a, b) => b.orders - a.orders)
}
