/** The URL parameter `orders` with the tokens of several orders, and the API requests that load these orders. */

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Client, Order } from '../../client/index.ts'
import { mapConcurrent } from '../../core/map-concurrent.ts'
import { text } from '../app/url-parameters.ts'
import { maxParallelRequests, useSession } from '../session/client.ts'
import { orderQuery } from './queries.ts'

/**
 * Tokens in the URL are separated by dots, because tokens contain no dots and URLs can contain dots without encoding.
 */
const separator = '.'

export const ordersParameter = z.object({ orders: text })

export const toOrdersParameter = (orders: readonly Order[]) => ({
  orders: orders.map(({ token }) => token).join(separator),
})

export const tokensInParameter = (orders = ''): string[] => [...new Set(orders.split(separator).filter(Boolean))]

/** Reads each order with its own request, because a change needs an ETag, and the API's list returns no ETags. */
export const fetchOrders = (api: Client, cache: QueryClient, tokens: readonly string[]): Promise<Order[]> =>
  mapConcurrent(tokens, maxParallelRequests, token => cache.fetchQuery(orderQuery(api, token)))

export function useOrders(tokens: readonly string[]) {
  const { api } = useSession()
  const cache = useQueryClient()
  return useQuery({ queryKey: ['orders', 'many', tokens], queryFn: () => fetchOrders(api, cache, tokens) })
}
