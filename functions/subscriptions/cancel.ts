import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/subscriptions/api.ts'
import * as subscriptions from '../../lib/subscriptions/index.ts'

export const handler = endpoint(api.cancel, ({ tenant, params, ifMatch }) =>
  subscriptions.cancel(tenant, { id: params.id, ifMatch }),
)
