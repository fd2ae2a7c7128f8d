import { api } from '../../lib/discounts/api.ts'
import * as discounts from '../../lib/discounts/index.ts'
import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'

export const handler = idempotentEndpoint(api.create, ({ tenant, body, currency, newId }) =>
  discounts.create(tenant, { id: newId, body, currency }),
)
