import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { api } from '../../lib/subscriptions/api.ts'
import * as subscriptions from '../../lib/subscriptions/index.ts'

export const handler = idempotentEndpoint(api.pause, ({ tenant, params, newId, ifMatch }) =>
  subscriptions.pause(tenant, { id: params.id, changeId: newId, ifMatch }),
)
