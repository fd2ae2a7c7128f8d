/** What the URLs of the list of customers and of a customer contain, and the requests that they stand for. */

import * as z from 'zod/mini'
import type { Client, Customer } from '../../client/index.ts'
import { day, optional, positive, text } from '../app/url.ts'
import { partOf } from '../list/page.ts'
import type { SessionValue } from '../session/api.ts'
import { timesOf } from '../session/days.ts'

export const sorts = ['orders', 'amount', 'date'] as const
export type Sort = (typeof sorts)[number]

export const customerSearch = z.object({
  page: positive,
  search: text,
  status: optional(z.enum(['Confirmed', 'Unconfirmed'])),
  from: day,
  to: day,
  sort: optional(z.enum(sorts)),
})
export type CustomerSearch = z.output<typeof customerSearch>

/** The dialog that is open on the screen of a customer, and whether all orders are added up, however many there are. */
export const customerView = z.object({
  dialog: optional(z.enum(['edit', 'delete'])),
  orders: optional(z.enum(['all'])),
})

type Request = NonNullable<Parameters<Client['customers']['list']>[0]>

const sortOrders = { orders: 'NbrOrders', amount: 'OrdersValue', date: 'Date' } as const

/** The API finds an e-mail address only as a whole, and any part of a name. */
function searchField(search: string | undefined): Pick<Request, 'email' | 'name'> {
  if (!search) return {}
  return search.includes('@') ? { email: search } : { name: search }
}

const requestOf = ({ page, search, sort = 'orders', status, ...days }: CustomerSearch, timeZone: string): Request => ({
  ...partOf(page),
  orderBy: sortOrders[sort],
  ...searchField(search),
  ...(status && { status }),
  ...timesOf(days, timeZone),
})

export const customersQuery = ({ api, account }: SessionValue, search: CustomerSearch) => ({
  queryKey: ['customers', 'list', search],
  queryFn: () => api.customers.list(requestOf(search, account.timeZone)),
})

export const customerQuery = (api: Client, id: string) => ({
  queryKey: ['customers', 'one', id],
  queryFn: () => api.customers.get({ id }),
})

/** Reads as many orders as fit into one reply, or all of them. The newest come first. */
export const customerOrdersQuery = (api: Client, id: string, readsAll: boolean) => ({
  queryKey: ['customers', 'orders', id, readsAll],
  queryFn: () => (readsAll ? api.customers.orders.all({ id }).toArray() : api.customers.orders({ id })),
})

export const customerCartsQuery = (api: Client, email: string) => ({
  queryKey: ['customers', 'carts', email],
  queryFn: () => api.carts.list({ email }),
})

export const nameOf = ({ billingAddress, shippingAddress }: Customer) =>
  billingAddress.fullName || shippingAddress.fullName || ''
