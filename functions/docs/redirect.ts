import { api } from '../../lib/docs/api.ts'
import * as docs from '../../lib/docs/index.ts'
import { publicEndpoint } from '../../lib/http/endpoint.ts'

export const handler = publicEndpoint(api.redirect, () => docs.redirect())
