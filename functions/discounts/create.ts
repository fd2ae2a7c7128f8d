import { api } from '../../lib/discounts/api.ts'
import * as discounts from '../../lib/discounts/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.create, ({ tenant, body, currency, newId }) =>
  discounts.create(tenant, { id: newId, body, currency }),
)
