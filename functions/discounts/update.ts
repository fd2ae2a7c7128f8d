import { api } from '../../lib/discounts/api.ts'
import * as discounts from '../../lib/discounts/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.update, ({ tenant, params, body, currency, ifMatch }) =>
  discounts.update(tenant, { id: params.id, body, currency, ifMatch }),
)
