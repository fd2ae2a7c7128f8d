import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/shipping/api.ts'
import * as shipping from '../../lib/shipping/index.ts'

export const handler = endpoint(api.remove, ({ tenant, params, ifMatch }) =>
  shipping.remove(tenant, { id: params.id, ifMatch }),
)
