import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/products/api.ts'
import * as products from '../../lib/products/index.ts'

export const handler = endpoint(api.update, ({ tenant, params, body, ifMatch }) =>
  products.update(tenant, { id: params.id, change: body, ifMatch }),
)
