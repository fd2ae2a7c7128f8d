import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/refunds/api.ts'
import * as refunds from '../../lib/refunds/index.ts'

export const handler = endpoint(api.list, ({ tenant, params }) => refunds.list(tenant, params.token))
