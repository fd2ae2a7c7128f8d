import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/shipping/api.ts'
import * as shipping from '../../lib/shipping/index.ts'

export const handler = endpoint(api.update, ({ tenant, params, body, currency, ifMatch }) =>
  shipping.update(tenant, { id: params.id, body, currency, ifMatch }),
)
