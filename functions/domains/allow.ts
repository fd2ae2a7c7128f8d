import { api } from '../../lib/domains/api.ts'
import * as domains from '../../lib/domains/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.allow, ({ tenant, body }) => domains.allow(tenant, body))
