/** The requests of the screens of shipping methods. */

import type { Client, ShippingMethod } from '../../client/index.ts'
import type { ListPage } from '../list/page.ts'

/** A store has so few shipping methods that all of them are on one page. */
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
