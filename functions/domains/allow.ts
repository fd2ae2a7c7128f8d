import { api } from '../../lib/domains/api.ts'
import * as domains from '../../lib/domains/index.ts'
import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'

export const handler = idempotentEndpoint(api.allow, ({ tenant, body }) => domains.allow(tenant, body))
