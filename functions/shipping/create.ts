import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { api } from '../../lib/shipping/api.ts'
import * as shipping from '../../lib/shipping/index.ts'

export const handler = idempotentEndpoint(api.create, ({ tenant, body, currency, newId }) =>
  shipping.create(tenant, { id: newId, body, currency }),
)
