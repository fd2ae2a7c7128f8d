import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { api } from '../../lib/subscriptions/api.ts'
import * as subscriptions from '../../lib/subscriptions/index.ts'

export const handler = idempotentEndpoint(api.resume, ({ tenant, params, newId }) =>
  subscriptions.resume(tenant, params.id, newId),
)
