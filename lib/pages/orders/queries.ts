/** The URL parameters of the order list and of the order screen, and their API requests. */

import * as z from 'zod/mini'
import type { Client, Order } from '../../client/index.ts'
import { day, ignoreInvalid, positive, text } from '../app/url-parameters.ts'
import { type ListPage, rangeOfPage, slicePage } from '../list/page.ts'
import type { SessionValue } from '../session/client.ts'
import { timeRangeOf } from '../session/store-time.ts'
import { isEmail, phrasesOf } from './search-phrases.ts'

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

export type OrdersRequest = NonNullable<Parameters<Client['orders']['list']>[0]>

/** Maps URL parameters to filters of the API. Each parameter filters by a part of an address. */
const addressFilters = {
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

/** A page of the orders that a search finds, with the API request that reads all pages. */
export interface FoundOrders extends ListPage<Order> {
  /**
   * The API request that reads all found orders. It is null after a search by e-mail address, and `all` then contains
   * the found orders.
   */
  request: OrdersRequest | null
  all?: Order[]
}

interface Wanted {
  api: Client
  text: string
  filters: OrdersRequest
  page: { offset: number; limit: number }
}

/**
 * Sends one request for each possible meaning of the text, until a request finds orders. Most searches need one
 * request.
 */
async function findByPhrase({ api, text, filters, page }: Wanted): Promise<FoundOrders> {
  const requests = phrasesOf(text).map(phrase => ({ ...filters, ...phrase }))
  let found: FoundOrders = { items: [], totalItems: 0, ...page, request: filters }
  for (const request of requests) {
    found = { ...(await api.orders.list({ ...request, ...page })), request }
    if (found.totalItems > 0) break
  }
  return found
}

const isSame = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()

/**
 * Returns whether an order matches the filters. The API has no filters for the orders of one customer, so the browser
 * filters these orders.
 */
function matches(
  order: Order,
  { awaitsCapture, hasRefunds, hasPendingWithdrawal, ...filters }: OrdersRequest,
): boolean {
  const { status, isRecurringOrder, productId, from, to } = filters
  const time = new Date(order.creationDate)
  return (
    (!status || order.status === status) &&
    (!awaitsCapture || (order.status === 'Pending' && order.paymentStatus === 'Authorized')) &&
    (!hasRefunds || order.refundsAmount > 0) &&
    (!hasPendingWithdrawal || order.hasPendingWithdrawal) &&
    (isRecurringOrder === undefined || order.isRecurringOrder === isRecurringOrder) &&
    (!productId || order.items.some(({ id }) => id === productId)) &&
    Object.values(addressFilters).every(filter => !filters[filter] || isSame(order[filter], filters[filter])) &&
    (!from || time >= new Date(from)) &&
    (!to || time <= new Date(to))
  )
}

/**
 * Finds the customers with the e-mail address, and reads their orders. The API cannot filter orders by e-mail address.
 * A secret key with the scope `orders` cannot search like this, because the key cannot read customers.
 */
async function findByEmail({ api, text, filters, page }: Wanted): Promise<FoundOrders> {
  const { items: customers } = await api.customers.list({ email: text })
  const orders = await Promise.all(customers.map(({ id }) => api.customers.orders.all({ id }).toArray()))
  const all = orders.flat().filter(order => matches(order, filters))
  return { ...slicePage(all, page), request: null, all }
}

async function find({ api, account }: SessionValue, search: OrderSearch): Promise<FoundOrders> {
  const page = rangeOfPage(search.page)
  const wanted = { api, text: search.search?.trim() ?? '', filters: filtersOf(search, account.timeZone), page }
  const canFindEmail = account.scope !== 'orders'
  const byEmail = canFindEmail && isEmail(wanted.text) && (await findByEmail(wanted))
  return byEmail && byEmail.totalItems > 0 ? byEmail : findByPhrase(wanted)
}

export const ordersQuery = (session: SessionValue, search: OrderSearch) => ({
  queryKey: ['orders', 'list', search],
  queryFn: () => find(session, search),
})

export const orderQuery = (api: Client, token: string) => ({
  queryKey: ['orders', 'one', token],
  queryFn: () => api.orders.get({ token }),
})
