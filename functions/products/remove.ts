import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/products/api.ts'
import * as products from '../../lib/products/index.ts'

export const handler = endpoint(api.remove, ({ tenant, params, ifMatch }) =>
  products.remove(tenant, { id: params.id, ifMatch }),
)
