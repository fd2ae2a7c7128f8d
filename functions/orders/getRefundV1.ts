import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/orders/api.ts'
import * as orders from '../../lib/orders/index.ts'

export const handler = endpoint(api.getRefundV1, ({ tenant, params }) =>
  orders.getRefundV1(tenant, params.token, params.id),
)
