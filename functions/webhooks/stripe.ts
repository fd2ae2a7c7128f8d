import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'
import { api } from '../../lib/webhooks/api.ts'
import * as webhooks from '../../lib/webhooks/index.ts'

export const handler = idempotentEndpoint(api.stripe, ({ params, raw }) =>
  webhooks.stripe(params, { body: raw.body, signature: raw.headers['stripe-signature'] }),
)
