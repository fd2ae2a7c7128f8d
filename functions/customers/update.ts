import { api } from '../../lib/customers/api.ts'
import * as customers from '../../lib/customers/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.update, ({ tenant, params, body, ifMatch }) =>
  customers.update(tenant, { id: params.id, change: body, ifMatch }),
)
