import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/shipping/api.ts'
import * as shipping from '../../lib/shipping/index.ts'

export const handler = endpoint(api.create, ({ tenant, body, currency, newId }) =>
  shipping.create(tenant, { id: newId, body, currency }),
)
