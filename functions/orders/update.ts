import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/orders/api.ts'
import * as orders from '../../lib/orders/index.ts'

export const handler = endpoint(api.update, ({ tenant, params, body, ifMatch }) =>
  orders.update(tenant, { token: params.token, change: body, ifMatch }),
)
