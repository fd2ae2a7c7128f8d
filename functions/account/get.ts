import { api } from '../../lib/account/api.ts'
import * as account from '../../lib/account/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.get, ({ tenant, scope }) => account.get(tenant, scope))
