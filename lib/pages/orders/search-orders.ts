/** Searches orders by the text of the search box, which is an e-mail address, an invoice number, a name, or empty. */

import type { Client, Order } from '../../client/index.ts'
import { type ListPage, slicePage } from '../list/page.ts'
import type { SessionValue } from '../session/client.ts'
import { matchesFilters, type OrdersRequest } from './filters.ts'
import { isEmail, possibleSearches } from './possible-searches.ts'

/** A page of the orders that a search finds, with the API request that reads all pages. */
export interface FoundOrders extends ListPage<Order> {
  /**
   * The API request that reads all found orders. It is null if they were found by e-mail address, and `all` then
   * contains them.
   */
  request: OrdersRequest | null
  all?: Order[]
}

interface Search {
  text: string
  filters: OrdersRequest
  page: { offset: number; limit: number }
}

/**
 * Sends one request for each possible meaning of the text, until a request finds orders. Most searches need one
 * request.
 */
async function findByPhrase(api: Client, { text, filters, page }: Search): Promise<FoundOrders> {
  const requests = possibleSearches(text).map(search => ({ ...filters, ...search }))
  let found: FoundOrders = { items: [], totalItems: 0, ...page, request: filters }
  for (const request of requests) {
    found = { ...(await api.orders.list({ ...request, ...page })), request }
    if (found.totalItems > 0) break
  }
  return found
}

/**
 * Finds the customers with the e-mail address, and reads their orders. The API cannot filter orders by e-mail address.
 * A secret key with the scope `orders` cannot search like this, because the key cannot read customers.
 */
async function findByEmail(api: Client, { text, filters, page }: Search): Promise<FoundOrders> {
  const { items: customers } = await api.customers.list({ email: text })
  const orders = await Promise.all(customers.map(({ id }) => api.customers.orders.all({ id }).toArray()))
  const all = orders.flat().filter(order => matchesFilters(order, filters))
  return { ...slicePage(all, page), request: null, all }
}

export async function searchOrders({ api, account }: SessionValue, search: Search): Promise<FoundOrders> {
  const canFindEmail = account.scope !== 'orders'
  const byEmail = canFindEmail && isEmail(search.text) && (await findByEmail(api, search))
  return byEmail && byEmail.totalItems > 0 ? byEmail : findByPhrase(api, search)
}
