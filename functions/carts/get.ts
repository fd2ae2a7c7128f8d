import { api } from '../../lib/carts/api.ts'
import * as carts from '../../lib/carts/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.get, ({ tenant, params }) => carts.get(tenant, params.token))
