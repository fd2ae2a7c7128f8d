/** The same store as plain arrays: the model for every reply. */

import type { MadeOrder } from './orders.ts'
import { isSentBack } from './orders.ts'
import type { Buyer } from './rows.ts'

export interface OrderFacts {
  id: string
  time: string
  products: string[]
  /** Normalized. */
  names: string
  says: Record<string, string>
}

export interface CustomerFacts {
  id: string
  time: string
  email: string
  name: string
  status: string
  NbrOrders: number
  OrdersValue: number
}

const folded = (text: unknown) => String(text ?? '').toLowerCase()

const addressFields = (prefix: string, address: MadeOrder['billingAddress']) => ({
  [`${prefix}City`]: folded(address.city),
  [`${prefix}Country`]: folded(address.country),
  [`${prefix}Province`]: folded(address.province),
  [`${prefix}PostalCode`]: folded(address.postalCode),
})

const fullName = ({ firstName, name }: MadeOrder['billingAddress']) => `${firstName} ${name}`

export const orderFacts = (made: MadeOrder): OrderFacts => ({
  id: made.token,
  time: made.creationDate,
  products: [...new Set(made.items.map(({ id }) => id))],
  names: folded([fullName(made.billingAddress), made.cardHolderName].join('\n')),
  says: {
    status: folded(made.status),
    hasPendingWithdrawal: String(isSentBack(made)),
    invoiceNumber: folded(made.invoiceNumber),
    isRecurringOrder: String(made.isRecurringOrder),
    ...addressFields('billingAddress', made.billingAddress),
    ...addressFields('shippingAddress', made.shippingAddress),
  },
})

export const customerFacts = (
  id: string,
  { first, last, ordersCount, ordersAmount }: Buyer,
): CustomerFacts => ({
  id,
  time: first.creationDate,
  email: last.email,
  name: folded(fullName(last.billingAddress)),
  status: folded(last.user.status),
  NbrOrders: ordersCount,
  OrdersValue: ordersAmount,
})

export type Query = Record<string, string | boolean | number>

interface Standing {
  id: string
}

/** Newest first; of two at the same time, the one with the greater id. */
export const lastFirst =
  <T extends Standing>(measureOf: (one: T) => string | number) =>
  (one: T, other: T) => {
    const [left, right] = [measureOf(one), measureOf(other)]
    if (left === right) return one.id < other.id ? 1 : -1
    return left < right ? 1 : -1
  }

const inTime = (time: string, { from = '', to = '~' }: Query) => time >= String(from) && time <= String(to)

const saysSo = (order: OrderFacts, [field, wanted]: [string, Query[string]]) => {
  if (field === 'productId') return order.products.includes(String(wanted))
  if (field === 'placedBy') return order.names.includes(folded(wanted))
  return order.says[field] === folded(wanted)
}

const bounds = new Set(['from', 'to', 'orderBy'])
export const asked = (query: Query) => Object.entries(query).filter(([field]) => !bounds.has(field))

export const matchingOrders = (orders: readonly OrderFacts[], query: Query) =>
  orders
    .filter(order => inTime(order.time, query) && asked(query).every(ask => saysSo(order, ask)))
    .toSorted(lastFirst(({ time }) => time))

export const matchingCustomers = (customers: readonly CustomerFacts[], query: Query) =>
  customers
    .filter(({ time }) => inTime(time, query))
    .filter(({ status }) => !query.status || status === folded(query.status))
    .filter(({ email }) => !query.email || email === folded(query.email))
    .filter(({ name }) => !query.name || name.includes(folded(query.name)))
    .toSorted(lastFirst(one => (query.orderBy === 'Date' ? one.time : one[query.orderBy as 'NbrOrders'])))
