/** Lists all endpoints of the API, by module, in the order of the documentation. */

import { api as account } from './account/api.ts'
import { api as carts } from './carts/api.ts'
import { api as customers } from './customers/api.ts'
import { api as discounts } from './discounts/api.ts'
import { api as docs } from './docs/api.ts'
import { api as domains } from './domains/api.ts'
import { api as events } from './events/api.ts'
import type { Route } from './http/route.ts'
import { api as orders } from './orders/api.ts'
import { api as pages } from './pages/api.ts'
import { api as products } from './products/api.ts'
import { api as refunds } from './refunds/api.ts'
import { api as reports } from './reports/api.ts'
import { api as sessions } from './sessions/api.ts'
import { api as shipping } from './shipping/api.ts'
import { api as subscriptions } from './subscriptions/api.ts'
import { api as webhooks } from './webhooks/api.ts'

export const api = {
  orders,
  refunds,
  customers,
  sessions,
  subscriptions,
  products,
  carts,
  discounts,
  shipping,
  domains,
  account,
  reports,
  events,
  docs,
  pages,
  webhooks,
}

export const routes: Route[] = Object.values(api).flatMap(module => Object.values<Route>(module))

/**
 * The endpoint names in the partition keys of stored replies. Only replies of POST endpoints are stored. If an endpoint
 * was renamed, the partition keys still contain its earlier name.
 */
export const storedReplyEndpointNames = routes
  .filter(({ method }) => method === 'POST')
  .map(({ name, earlierName }) => earlierName ?? name)
