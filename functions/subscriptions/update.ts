import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/subscriptions/api.ts'
import * as subscriptions from '../../lib/subscriptions/index.ts'

export const handler = endpoint(api.update, ({ tenant, params, body, ifMatch }) =>
  subscriptions.update(tenant, { id: params.id, change: body, ifMatch }),
)
