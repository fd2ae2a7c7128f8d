import { api } from '../../lib/discounts/api.ts'
import * as discounts from '../../lib/discounts/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.update, ({ tenant, params, body, ifMatch }) =>
  discounts.update(tenant, { id: params.id, wanted: body, ifMatch }),
)
