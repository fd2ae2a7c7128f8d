import { api } from '../../lib/events/api.ts'
import * as events from '../../lib/events/index.ts'
import { idempotentEndpoint } from '../../lib/http/idempotent-endpoint.ts'

export const handler = idempotentEndpoint(api.receive, ({ params, body, raw }) =>
  events.receive(params.source, { body, raw }),
)
