/** The table of contents: every endpoint of the API, by room. */

import { api as discounts } from './discounts/api.ts'
import type { Route } from './http/route.ts'

export const api = { discounts }

export const routes: Route[] = Object.values(api).flatMap(room => Object.values<Route>(room))
