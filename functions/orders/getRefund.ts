import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/orders/api.ts'
import * as orders from '../../lib/orders/index.ts'

export const handler = endpoint(api.getRefund, ({ tenant, params }) =>
  orders.getRefund(tenant, params.token, params.id),
)
