import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/refunds/api.ts'
import * as refunds from '../../lib/refunds/index.ts'

export const handler = endpoint(api.get, ({ tenant, params }) => refunds.get(tenant, params.token, params.id))
