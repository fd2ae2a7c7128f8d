import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { api } from '../../lib/products/api.ts'
import * as products from '../../lib/products/index.ts'

export const handler = idempotentEndpoint(api.crawl, ({ tenant, body, currency }) =>
  products.crawl(tenant, body, currency),
)
