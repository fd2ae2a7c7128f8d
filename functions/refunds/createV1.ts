import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { api } from '../../lib/refunds/api.ts'
import * as refunds from '../../lib/refunds/index.ts'

export const handler = idempotentEndpoint(api.createV1, ({ tenant, params, body, newId }) =>
  refunds.createV1(tenant, { token: params.token, id: newId, request: body }),
)
