import { publicEndpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/pages/api.ts'
import * as pages from '../../lib/pages/index.ts'

export const handler = publicEndpoint(api.redirect, () => pages.redirect())
