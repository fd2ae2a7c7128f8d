/** What the URL of the list of orders contains, and the requests that it stands for. */

import * as z from 'zod/mini'
import type { Client, Order } from '../../client/index.ts'
import type { ListPage } from '../list/pages.tsx'
import type { SessionValue } from '../session/api.ts'
import { endOfDay, startOfDay } from '../session/days.ts'
import { isEmail, phrasesOf } from './phrases.ts'

const statuses = ['InProgress', 'Pending', 'Processed', 'Shipped', 'Delivered', 'Disputed', 'Cancelled'] as const

const text = z.optional(z.string())
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

/** A value that is not valid is ignored, so that every URL opens. */
export const orderSearch = z.object({
  page: optional(z.coerce.number().check(z.int(), z.positive())),
  search: text,
  status: optional(z.enum(statuses)),
  withdrawals: optional(z.enum(['pending'])),
  recurring: optional(z.enum(['yes', 'no'])),
  country: text,
  product: text,
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
})
export type OrderSearch = z.output<typeof orderSearch>

const pageLength = 50

export type OrdersRequest = NonNullable<Parameters<Client['orders']['list']>[0]>

/** The filters without the text that is searched for. Days begin and end in the time zone of the store. */
function filtersOf({ status, withdrawals, recurring, ...rest }: OrderSearch, timeZone: string): OrdersRequest {
  return {
    ...(status && { status }),
    ...(withdrawals && { hasPendingWithdrawal: true }),
    ...(recurring && { isRecurringOrder: recurring === 'yes' }),
    ...(rest.country && { shippingAddressCountry: rest.country }),
    ...(rest.product && { productId: rest.product }),
    ...(rest.from && { from: startOfDay(rest.from, timeZone) }),
    ...(rest.to && { to: endOfDay(rest.to, timeZone) }),
  }
}

/** What a search has found: a page, and the request that also returns the other pages. */
export interface Found extends ListPage<Order> {
  /** Null if the page was cut from orders that were all read, as those of an e-mail address are. */
  request: OrdersRequest | null
  all?: Order[]
}

interface Wanted {
  api: Client
  text: string
  filters: OrdersRequest
  page: { offset: number; limit: number }
}

/** The requests are sent one after the other until one finds orders. Most searches need one request. */
async function findByPhrase({ api, text, filters, page }: Wanted): Promise<Found> {
  const requests = phrasesOf(text).map(phrase => ({ ...filters, ...phrase }))
  let found: Found = { items: [], totalItems: 0, ...page, request: filters }
  for (const request of requests) {
    found = { ...(await api.orders.list({ ...request, ...page })), request }
    if (found.totalItems > 0) break
  }
  return found
}

/** Does for an order that was found without the list of orders what the filters of the list do. */
function matches(order: Order, filters: OrdersRequest): boolean {
  const {
    status,
    hasPendingWithdrawal,
    isRecurringOrder,
    shippingAddressCountry: country,
    productId,
    from,
    to,
  } = filters
  const time = new Date(order.creationDate)
  return (
    (!status || order.status === status) &&
    (!hasPendingWithdrawal || order.hasPendingWithdrawal) &&
    (isRecurringOrder === undefined || order.isRecurringOrder === isRecurringOrder) &&
    (!country || order.shippingAddressCountry.toLowerCase() === country.toLowerCase()) &&
    (!productId || order.items.some(({ id }) => id === productId)) &&
    (!from || time >= new Date(from)) &&
    (!to || time <= new Date(to))
  )
}

/**
 * The API has no filter of orders by e-mail address, but it has one of customers, and the orders of a customer. Keys for
 * orders only cannot read customers.
 */
async function findByEmail({ api, text, filters, page }: Wanted): Promise<Found> {
  const { items: customers } = await api.customers.list({ email: text })
  const orders = await Promise.all(customers.map(({ id }) => api.customers.orders.all({ id }).toArray()))
  const all = orders.flat().filter(order => matches(order, filters))
  const items = all.slice(page.offset, page.offset + page.limit)
  return { items, totalItems: all.length, ...page, request: null, all }
}

async function find({ api, account }: SessionValue, search: OrderSearch): Promise<Found> {
  const page = { offset: ((search.page ?? 1) - 1) * pageLength, limit: pageLength }
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
