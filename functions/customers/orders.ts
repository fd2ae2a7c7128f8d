import { api } from '../../lib/customers/api.ts'
import * as customers from '../../lib/customers/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.orders, ({ tenant, params, query }) => customers.orders(tenant, params.id, query))
