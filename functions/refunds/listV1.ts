import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/refunds/api.ts'
import * as refunds from '../../lib/refunds/index.ts'

export const handler = endpoint(api.listV1, ({ tenant, params }) => refunds.listV1(tenant, params.token))
