/** The API requests for the list of shipping methods, and for one shipping method. */

import type { Client, ShippingMethod } from '../../client/index.ts'
import type { ListPage } from '../list/page.ts'

/** The list has one page with all shipping methods, because a store has few of them. */
export const methodsQuery = (api: Client) => ({
  queryKey: ['shipping', 'list'],
  queryFn: async (): Promise<ListPage<ShippingMethod>> => {
    const items = await api.shipping.all().toArray()
    return { items, totalItems: items.length, offset: 0, limit: Math.max(items.length, 1) }
  },
})

export const methodQuery = (api: Client, id: string) => ({
  queryKey: ['shipping', 'one', id],
  queryFn: () => api.shipping.get({ id }),
})
