/** Several orders at once, whose tokens are in the URL. */

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Client, Order } from '../../client/index.ts'
import { mapConcurrent } from '../../core/map-concurrent.ts'
import { text } from '../app/url.ts'
import { useSession } from '../session/api.ts'
import { orderQuery } from './search.ts'

/** How many requests are sent at once: enough to be fast, and few enough not to be refused. */
export const concurrency = 4

/** Tokens contain no dots, and dots need no encoding in a URL. */
const separator = '.'

export const manySearch = z.object({ orders: text })

export const searchFor = (orders: readonly Order[]) => ({ orders: orders.map(({ token }) => token).join(separator) })

export const tokensIn = (orders = ''): string[] => [...new Set(orders.split(separator).filter(Boolean))]

/** Reads each order by itself, because only then the API returns its ETag. */
export const readOrders = (api: Client, cache: QueryClient, tokens: readonly string[]): Promise<Order[]> =>
  mapConcurrent(tokens, concurrency, token => cache.fetchQuery(orderQuery(api, token)))

export function useOrders(tokens: readonly string[]) {
  const { api } = useSession()
  const cache = useQueryClient()
  return useQuery({ queryKey: ['orders', 'many', tokens], queryFn: () => readOrders(api, cache, tokens) })
}
