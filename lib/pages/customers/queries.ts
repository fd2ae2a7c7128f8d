/** The URL parameters of the customer list and of the customer screen, and their API requests. */

import * as z from 'zod/mini'
import type { Client, Customer } from '../../client/index.ts'
import { day, ignoreInvalid, positive, text } from '../app/url-parameters.ts'
import { rangeOfPage } from '../list/page.ts'
import type { SessionValue } from '../session/client.ts'
import { timeRangeOf } from '../session/store-time.ts'

export const sorts = ['orders', 'amount', 'date'] as const
export type Sort = (typeof sorts)[number]

export const customerSearch = z.object({
  page: positive,
  search: text,
  status: ignoreInvalid(z.enum(['Confirmed', 'Unconfirmed'])),
  from: day,
  to: day,
  sort: ignoreInvalid(z.enum(sorts)),
})
export type CustomerSearch = z.output<typeof customerSearch>

/** `dialog` is the open dialog. With `orders=all`, all orders of the customer are loaded, however many there are. */
export const customerScreenSearch = z.object({
  dialog: ignoreInvalid(z.enum(['edit', 'delete'])),
  orders: ignoreInvalid(z.enum(['all'])),
})

type Request = NonNullable<Parameters<Client['customers']['list']>[0]>

const sortOrders = { orders: 'NbrOrders', amount: 'OrdersValue', date: 'Date' } as const

/**
 * Returns the API's filter for a search text: by e-mail address if the text contains an @, and by name otherwise. An
 * e-mail address must be complete. For a name, any part is enough.
 */
function searchField(search: string | undefined): Pick<Request, 'email' | 'name'> {
  if (!search) return {}
  return search.includes('@') ? { email: search } : { name: search }
}

const requestOf = ({ page, search, sort = 'orders', status, ...days }: CustomerSearch, timeZone: string): Request => ({
  ...rangeOfPage(page),
  orderBy: sortOrders[sort],
  ...searchField(search),
  ...(status && { status }),
  ...timeRangeOf(days, timeZone),
})

export const customersQuery = ({ api, account }: SessionValue, search: CustomerSearch) => ({
  queryKey: ['customers', 'list', search],
  queryFn: () => api.customers.list(requestOf(search, account.timeZone)),
})

export const customerQuery = (api: Client, id: string) => ({
  queryKey: ['customers', 'one', id],
  queryFn: () => api.customers.get({ id }),
})

/** Returns the query for one page with a customer's newest orders, or for all orders if `readsAll` is true. */
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
