import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { api } from '../../lib/refunds/api.ts'
import * as refunds from '../../lib/refunds/index.ts'

export const handler = idempotentEndpoint(api.create, ({ tenant, params, body, newId }) =>
  refunds.create(tenant, { token: params.token, id: newId, request: body }),
)
