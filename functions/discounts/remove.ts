import { api } from '../../lib/discounts/api.ts'
import * as discounts from '../../lib/discounts/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.remove, ({ tenant, params, ifMatch }) =>
  discounts.remove(tenant, { id: params.id, ifMatch }),
)
