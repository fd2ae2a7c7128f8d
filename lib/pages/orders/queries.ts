/** The URL parameters of the order list and of the order screen, and their API requests. */

import * as z from 'zod/mini'
import type { Client } from '../../client/index.ts'
import { day, ignoreInvalid, positive, text } from '../app/url-parameters.ts'
import { rangeOfPage } from '../list/page.ts'
import type { SessionValue } from '../session/client.ts'
import { timeRangeOf } from '../session/store-time.ts'
import { addressFilterNames, addressFilters, type OrdersRequest } from './filters.ts'
import { searchOrders } from './search-orders.ts'

const statuses = ['InProgress', 'Pending', 'Processed', 'Shipped', 'Delivered', 'Disputed', 'Cancelled'] as const

export const orderSearch = z.object({
  page: positive,
  search: text,
  status: ignoreInvalid(z.enum(statuses)),
  payment: ignoreInvalid(z.enum(['toCapture', 'refunded'])),
  withdrawals: ignoreInvalid(z.enum(['pending'])),
  recurring: ignoreInvalid(z.enum(['yes', 'no'])),
  product: text,
  from: day,
  to: day,
  country: text,
  province: text,
  city: text,
  postalCode: text,
  billingCountry: text,
  billingProvince: text,
  billingCity: text,
  billingPostalCode: text,
})
export type OrderSearch = z.output<typeof orderSearch>

const dialogs = ['refund', 'capture', 'cancel', 'status', 'metadata'] as const
export type DialogName = (typeof dialogs)[number]

export const orderScreenSearch = z.object({
  /** The open dialog of the order screen. */
  dialog: ignoreInvalid(z.enum(dialogs)),
  /** The id of the withdrawal whose items the refund dialog refunds. */
  withdrawal: text,
})

/** Returns the API's filters, without the search text. Days begin and end in the time zone of the store. */
function filtersOf({ status, payment, withdrawals, recurring, ...rest }: OrderSearch, timeZone: string): OrdersRequest {
  const inAddresses = addressFilterNames.flatMap(name => (rest[name] ? [[addressFilters[name], rest[name]]] : []))
  return {
    ...(status && { status }),
    ...(payment === 'toCapture' && { awaitsCapture: true }),
    ...(payment === 'refunded' && { hasRefunds: true }),
    ...(withdrawals && { hasPendingWithdrawal: true }),
    ...(recurring && { isRecurringOrder: recurring === 'yes' }),
    ...(rest.product && { productId: rest.product }),
    ...Object.fromEntries(inAddresses),
    ...timeRangeOf(rest, timeZone),
  }
}

export const ordersQuery = (session: SessionValue, search: OrderSearch) => ({
  queryKey: ['orders', 'list', search],
  queryFn: () =>
    searchOrders(session, {
      text: search.search?.trim() ?? '',
      filters: filtersOf(search, session.account.timeZone),
      page: rangeOfPage(search.page),
    }),
})

export const orderQuery = (api: Client, token: string) => ({
  queryKey: ['orders', 'one', token],
  queryFn: () => api.orders.get({ token }),
})
