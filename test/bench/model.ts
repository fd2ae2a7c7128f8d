/** Describes a store as plain arrays, with which the replies of the API are compared. */

import type { GeneratedOrder } from './orders.ts'
import { hasWithdrawal } from './orders.ts'
import type { CustomerTotals } from './rows.ts'

export interface ModelOrder {
  id: string
  time: string
  products: string[]
  /** The name in the billing address and the name of the card holder, in lower case. */
  names: string
  /** The value that each filter compares, in lower case, by the name of the filter. */
  fields: Record<string, string>
}

export interface ModelCustomer {
  id: string
  time: string
  email: string
  name: string
  status: string
  NbrOrders: number
  OrdersValue: bigint
}

const normalize = (text: unknown) => String(text ?? '').toLowerCase()

const addressFields = (prefix: string, address: GeneratedOrder['billingAddress']) => ({
  [`${prefix}City`]: normalize(address.city),
  [`${prefix}Country`]: normalize(address.country),
  [`${prefix}Province`]: normalize(address.province),
  [`${prefix}PostalCode`]: normalize(address.postalCode),
})

const fullName = ({ firstName, name }: GeneratedOrder['billingAddress']) => `${firstName} ${name}`

export const modelOrderOf = (order: GeneratedOrder): ModelOrder => ({
  id: order.token,
  time: order.creationDate,
  products: [...new Set(order.items.map(({ id }) => id))],
  names: normalize([fullName(order.billingAddress), order.cardHolderName].join('\n')),
  fields: {
    status: normalize(order.status),
    hasPendingWithdrawal: String(hasWithdrawal(order)),
    invoiceNumber: normalize(order.invoiceNumber),
    isRecurringOrder: String(order.isRecurringOrder),
    ...addressFields('billingAddress', order.billingAddress),
    ...addressFields('shippingAddress', order.shippingAddress),
  },
})

export const modelCustomerOf = (
  id: string,
  { first, last, ordersCount, ordersAmount }: CustomerTotals,
): ModelCustomer => ({
  id,
  time: first.creationDate,
  email: last.email,
  name: normalize(fullName(last.billingAddress)),
  status: normalize(last.user.status),
  NbrOrders: ordersCount,
  OrdersValue: ordersAmount,
})

export type Query = Record<string, string | boolean | number>

/** Returns a comparator for descending order by a value, and by id if the values are equal. */
export const descendingBy =
  <T extends { id: string }>(keyOf: (one: T) => string | number | bigint) =>
  (one: T, other: T) => {
    const [left, right] = [keyOf(one), keyOf(other)]
    if (left === right) return one.id < other.id ? 1 : -1
    return left < right ? 1 : -1
  }

const isInRange = (time: string, { from = '', to = '~' }: Query) => time >= String(from) && time <= String(to)

const matchesFilter = (order: ModelOrder, [name, value]: [string, Query[string]]) => {
  if (name === 'productId') return order.products.includes(String(value))
  if (name === 'placedBy') return order.names.includes(normalize(value))
  return order.fields[name] === normalize(value)
}

const rangeAndOrder = new Set(['from', 'to', 'orderBy'])
export const filtersOf = (query: Query) => Object.entries(query).filter(([name]) => !rangeAndOrder.has(name))

export const matchingOrders = (orders: readonly ModelOrder[], query: Query) =>
  orders
    .filter(order => isInRange(order.time, query))
    .filter(order => filtersOf(query).every(filter => matchesFilter(order, filter)))
    .toSorted(descendingBy(({ time }) => time))

export const matchingCustomers = (customers: readonly ModelCustomer[], query: Query) =>
  customers
    .filter(({ time }) => isInRange(time, query))
    .filter(({ status }) => !query.status || status === normalize(query.status))
    .filter(({ email }) => !query.email || email === normalize(query.email))
    .filter(({ name }) => !query.name || name.includes(normalize(query.name)))
    .toSorted(descendingBy(one => (query.orderBy === 'Date' ? one.time : one[query.orderBy as 'NbrOrders'])))
