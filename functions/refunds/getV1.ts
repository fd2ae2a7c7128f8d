import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/refunds/api.ts'
import * as refunds from '../../lib/refunds/index.ts'

export const handler = endpoint(api.getV1, ({ tenant, params }) => refunds.getV1(tenant, params.token, params.id))
