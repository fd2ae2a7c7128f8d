import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/reports/api.ts'
import * as reports from '../../lib/reports/index.ts'

export const handler = endpoint(api.subscriptions, ({ tenant, query }) => reports.subscriptions(tenant, query))
