/** Creates the handler of an endpoint, which is a series of middlewares around the verb. */

import middy from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Call, Middleware } from './call.ts'
import { limitRequests } from './limit-requests.ts'
import { addReplyHeaders, addSuccessorLink, logRequest, replyNotModified, replyTo, replyWithProblem } from './reply.ts'
import {
  identifyCaller,
  parseRequest,
  readInput,
  reportIgnoredFields,
  requireAccepted,
  requireFeature,
  untilDeadline,
} from './request.ts'
import type { Method, Route, Verb } from './route.ts'

/** The route of an endpoint that has the same effect if it is called twice instead of once. Its method is not POST. */
type Repeatable = Route & { method: Exclude<Method, 'POST'> }

/** POST endpoints use `idempotentEndpoint`. All others are idempotent by themselves and need no idempotency store. */
export const endpoint = <R extends Repeatable & { isPublic?: never }>(route: R, verb: Verb<R>) =>
  createHandler(route, verb, { limit: [limitRequests(route)] })

/**
 * `limitRequests` counts the requests of each API key. Public requests have no API key, so API Gateway limits the
 * requests to their paths instead.
 */
export const publicEndpoint = <R extends Repeatable & { isPublic: true }>(route: R, verb: Verb<R>) =>
  createHandler(route, verb)

/**
 * Middlewares that use the table are parameters of `createHandler`, so that the bundle of an endpoint contains only
 * those that the endpoint needs.
 */
interface WithStore {
  limit?: Middleware[]
  repeat?: Middleware[]
}

/**
 * The middlewares process a request from the first to the last, so a request with several faults gets the problem of
 * the first check. They process the reply in the opposite order.
 */
export function createHandler<R extends Route>(route: R, verb: Verb<R>, stores: WithStore = {}) {
  const { limit = [], repeat = [] } = stores
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use([logRequest(route), replyWithProblem(route)])
    .handler(
      untilDeadline(
        middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Call>()
          .use([
            identifyCaller(route),
            ...limit,
            requireFeature(route),
            requireAccepted(route),
            readInput(route),
            addReplyHeaders(),
            reportIgnoredFields(route),
            addSuccessorLink(route),
            parseRequest(route),
            ...repeat,
            replyNotModified(route),
          ])
          .handler(replyTo(route, verb as Verb<Route>)),
      ),
    )
}
