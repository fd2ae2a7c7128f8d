import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { api } from '../../lib/orders/api.ts'
import * as orders from '../../lib/orders/index.ts'

export const handler = idempotentEndpoint(api.refundV1, ({ tenant, params, body, newId }) =>
  orders.refundV1(tenant, { token: params.token, id: newId, request: body }),
)
