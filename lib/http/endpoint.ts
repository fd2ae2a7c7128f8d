/**
 * Creates the handlers of endpoints. A handler is a series of middlewares around `verb`, the function that does the
 * work of the endpoint.
 */

import middy from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { limitRequests } from './limit-requests.ts'
import type { Call, Middleware } from './middleware.ts'
import { addDeprecationHeaders, addReplyHeaders, replyNotModified, replyTo, replyWithProblem } from './reply.ts'
import {
  identifyCaller,
  parseRequest,
  readInput,
  reportIgnoredFields,
  requireAccepted,
  requireFeature,
  withDeadline,
} from './request.ts'
import { logRequest } from './request-log.ts'
import type { Method, Route, Verb } from './route.ts'

/** A route whose method is idempotent by itself: every method except POST. */
type Repeatable = Route & { method: Exclude<Method, 'POST'> }

/** POST endpoints use `idempotentEndpoint`. The other methods are idempotent and need no idempotency store. */
export const endpoint = <R extends Repeatable & { isPublic?: never }>(route: R, verb: Verb<R>) =>
  createHandler(route, verb, { limit: [limitRequests(route)] })

/** Public requests have no API key by which `limitRequests` could count them. API Gateway limits their rate instead. */
export const publicEndpoint = <R extends Repeatable & { isPublic: true }>(route: R, verb: Verb<R>) =>
  createHandler(route, verb)

/**
 * The middlewares that use the table. They are parameters of `createHandler`, so that the bundle of an endpoint
 * contains only the middlewares that the endpoint uses.
 */
interface WithStore {
  limit?: Middleware[]
  repeat?: Middleware[]
}

/**
 * A request passes the middlewares from first to last, and its reply from last to first. A request with several faults
 * gets the problem of the first check that fails.
 */
export function createHandler<R extends Route>(route: R, verb: Verb<R>, stores: WithStore = {}) {
  const { limit = [], repeat = [] } = stores
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use([logRequest(route), replyWithProblem(route)])
    .handler(
      withDeadline(
        middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Call>()
          .use([
            identifyCaller(route),
            ...limit,
            requireFeature(route),
            requireAccepted(route),
            readInput(route),
            addReplyHeaders(),
            reportIgnoredFields(route),
            addDeprecationHeaders(route),
            parseRequest(route),
            ...repeat,
            replyNotModified(route),
          ])
          .handler(replyTo(route, verb as Verb<Route>)),
      ),
    )
}
