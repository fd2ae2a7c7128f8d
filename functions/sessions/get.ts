import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/sessions/api.ts'
import * as sessions from '../../lib/sessions/index.ts'

export const handler = endpoint(api.get, ({ tenant, params }) => sessions.get(tenant, params.token))
