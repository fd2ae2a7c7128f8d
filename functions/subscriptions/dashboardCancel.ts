import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/subscriptions/api.ts'
import * as subscriptions from '../../lib/subscriptions/index.ts'

export const handler = endpoint(api.dashboardCancel, ({ tenant, params, query, ifMatch }) =>
  subscriptions.dashboardCancel(tenant, { id: params.id, ifMatch }, query),
)
