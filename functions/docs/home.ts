import { api } from '../../lib/docs/api.ts'
import * as docs from '../../lib/docs/index.ts'
import { endpoint } from '../../lib/http/endpoint.ts'

export const handler = endpoint(api.home, () => docs.home())
