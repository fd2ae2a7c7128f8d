/** What the URL of the list of orders contains, and the request that it stands for. */

import * as z from 'zod/mini'
import type { Client, Order } from '../../client/index.ts'
import type { ListPage } from '../list/pages.tsx'
import type { SessionValue } from '../session/api.ts'
import { endOfDay, startOfDay } from '../session/days.ts'

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

type Request = NonNullable<Parameters<Client['orders']['list']>[0]>

function requestOf(
  { page = 1, search, status, withdrawals, recurring, ...rest }: OrderSearch,
  timeZone: string,
): Request {
  return {
    offset: (page - 1) * pageLength,
    limit: pageLength,
    ...searchField(search),
    ...(status && { status }),
    ...(withdrawals && { hasPendingWithdrawal: true }),
    ...(recurring && { isRecurringOrder: recurring === 'yes' }),
    ...(rest.country && { shippingAddressCountry: rest.country }),
    ...(rest.product && { productId: rest.product }),
    ...(rest.from && { from: startOfDay(rest.from, timeZone) }),
    ...(rest.to && { to: endOfDay(rest.to, timeZone) }),
  }
}

const tokenForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
export const isToken = (search: string) => tokenForm.test(search)
const isEmail = (search: string) => search.includes('@')

/** Names have no digits, and invoice numbers have some. */
function searchField(search: string | undefined): Pick<Request, 'invoiceNumber' | 'placedBy'> {
  if (!search) return {}
  return /\d/.test(search) ? { invoiceNumber: search } : { placedBy: search }
}

/** The API has no filter of orders by e-mail address, but it has one of customers, and the orders of a customer. */
async function ordersByEmail(api: Client, { search, page = 1 }: OrderSearch): Promise<ListPage<Order>> {
  const { items: customers } = await api.customers.list({ email: search ?? '' })
  const orders = await Promise.all(customers.map(({ id }) => api.customers.orders.all({ id }).toArray()))
  const all = orders.flat()
  const offset = (page - 1) * pageLength
  return { items: all.slice(offset, offset + pageLength), totalItems: all.length, offset, limit: pageLength }
}

export const ordersQuery = ({ api, account }: SessionValue, search: OrderSearch) => ({
  queryKey: ['orders', 'list', search],
  queryFn: (): Promise<ListPage<Order>> =>
    isEmail(search.search ?? '') ? ordersByEmail(api, search) : api.orders.list(requestOf(search, account.timeZone)),
})

export const orderQuery = (api: Client, token: string) => ({
  queryKey: ['orders', 'one', token],
  queryFn: () => api.orders.get({ token }),
})
