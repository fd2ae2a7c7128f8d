import { endpoint } from '../../lib/http/endpoint.ts'
import { api } from '../../lib/products/api.ts'
import * as products from '../../lib/products/index.ts'

export const handler = endpoint(api.crawl, ({ tenant, body }) => products.crawl(tenant, body))
