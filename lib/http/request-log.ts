/** Defines the middleware that logs each request. */

import { log } from '../core/log.ts'
import type { OuterMiddleware } from './middleware.ts'
import type { Route } from './route.ts'

/**
 * Keeps only texts that look like field names. Another text may be a part of a value that contains an unescaped `&`,
 * and values must not be logged.
 */
const loggableNames = (list: string) => list.split(', ').filter(name => /^[\w.[\]]+$/.test(name))

/** Writes one log line per request and adds `X-Request-Id` to every reply. */
export function logRequest({ name: endpoint }: Route): OuterMiddleware<{ startedAt: number }> {
  const record: OuterMiddleware<{ startedAt: number }>['after'] = ({ event, response, internal }) => {
    const { requestId, authorizer } = event.requestContext
    if (!response) return
    response.headers = { ...response.headers, 'X-Request-Id': requestId }
    const milliseconds = Math.round(performance.now() - internal.startedAt)
    const { account, mode } = authorizer ?? {}
    const { Ignored } = response.headers
    const ignored = Ignored && loggableNames(String(Ignored))
    log.info('request', { endpoint, requestId, account, mode, status: response.statusCode, milliseconds, ignored })
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = performance.now()
    },
    after: record,
    onError: record,
  }
}
