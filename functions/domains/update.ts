import { api } from '../../lib/domains/api.ts'
import * as domains from '../../lib/domains/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.update, ({ tenant, body, ifMatch }) =>
  domains.update(tenant, { defaultDomain: body, ifMatch }),
)
