/** The filters of the API's order list, and the same filters for orders that the browser has loaded. */

import type { Client, Order } from '../../client/index.ts'
import { canCapture } from './order/payment-state.ts'

export type OrdersRequest = NonNullable<Parameters<Client['orders']['list']>[0]>

/** Maps URL parameters to filters of the API. Each parameter filters by a part of an address. */
export const addressFilters = {
  country: 'shippingAddressCountry',
  province: 'shippingAddressProvince',
  city: 'shippingAddressCity',
  postalCode: 'shippingAddressPostalCode',
  billingCountry: 'billingAddressCountry',
  billingProvince: 'billingAddressProvince',
  billingCity: 'billingAddressCity',
  billingPostalCode: 'billingAddressPostalCode',
} as const

export const addressFilterNames = Object.keys(addressFilters) as (keyof typeof addressFilters)[]

const isSame = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()

/**
 * Returns whether an order matches the filters. The API has no filters for the orders of one customer, so the browser
 * filters these orders.
 */
export function matchesFilters(
  order: Order,
  { awaitsCapture, hasRefunds, hasPendingWithdrawal, ...filters }: OrdersRequest,
): boolean {
  const { status, isRecurringOrder, productId, from, to } = filters
  const time = new Date(order.creationDate)
  return (
    (!status || order.status === status) &&
    (!awaitsCapture || canCapture(order)) &&
    (!hasRefunds || order.refundsAmount > 0) &&
    (!hasPendingWithdrawal || order.hasPendingWithdrawal) &&
    (isRecurringOrder === undefined || order.isRecurringOrder === isRecurringOrder) &&
    (!productId || order.items.some(({ id }) => id === productId)) &&
    Object.values(addressFilters).every(filter => !filters[filter] || isSame(order[filter], filters[filter])) &&
    (!from || time >= new Date(from)) &&
    (!to || time <= new Date(to))
  )
}
