import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/subscriptions/api.ts'
import * as subscriptions from '../../lib/subscriptions/index.ts'

export const handler = endpoint(api.dashboardList, ({ tenant, query }) => subscriptions.dashboardList(tenant, query))
