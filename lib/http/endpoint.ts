/** Wraps a module's verb into the Lambda that API Gateway calls: parse, run, reply. The only file that imports middy. */

import middy, { type MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { runWithDeadline } from '../core/deadline.ts'
import { env } from '../core/env.ts'
import { count, log, logFault } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { rawBodyOf } from './body.ts'
import { limitRequests } from './limit-requests.ts'
import { deprecationHeaders, problemReply, replyWith, withHeaders } from './reply.ts'
import {
  currencyOf,
  handlingHeaders,
  headersOf,
  inputOf,
  parseRequest,
  requireAccepted,
  requireFeature,
  tenantOf,
} from './request.ts'
import type { Method, Request, Result, Route } from './route.ts'

type Middleware = MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  Context,
  { startedAt: number }
>

/** The function of a module that does what its endpoint is for. */
export type Verb<R extends Route> = (request: Request<R>) => Promise<Result<R>> | Result<R>

export interface Call {
  /** The name of the endpoint in the idempotency store. */
  endpoint: string
  event: APIGatewayProxyEvent
  headers: Record<string, string>
  /** Undefined for public endpoints. */
  tenant: Tenant | undefined
}

/** Calls the verb, of a POST with the id of the object to create. */
export type Run = (newId?: string) => Promise<APIGatewayProxyResult>
/** Decides whether and with which id a call runs. */
type Runner = (call: Call, run: Run) => Promise<APIGatewayProxyResult>

const runAlways: Runner = (_, run) => run()

/** All methods but POST. */
type Repeatable = Route & { method: Exclude<Method, 'POST'> }

/** POST endpoints use `idempotentEndpoint`; the others are idempotent by themselves and need no store for it. */
export const endpoint = <R extends Repeatable & { isPublic?: never }>(route: R, verb: Verb<R>) =>
  createHandler(route, verb, { runner: runAlways, limiter: limitRequests })

/** Without a key there is nothing to count requests by: API Gateway limits these paths. */
export const publicEndpoint = <R extends Repeatable & { isPublic: true }>(route: R, verb: Verb<R>) =>
  createHandler(route, verb, { runner: runAlways })

interface Strategy {
  runner: Runner
  /** Default: no limit. */
  limiter?: typeof limitRequests
}

export function createHandler<R extends Route>(route: R, verb: Verb<R>, { runner, limiter }: Strategy) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(logRequest(route))
    .use(replyWithProblem())
    .handler((event, context) =>
      runWithDeadline(context.getRemainingTimeInMillis(), () => {
        const run = () => handle(route, verb as Verb<Route>, { event, runner })
        const { keyLimit } = env
        return limiter && keyLimit ? limiter(route, event, { keyLimit, run }) : run()
      }),
    )
}

interface Handling {
  event: APIGatewayProxyEvent
  runner: Runner
}

async function handle(route: Route, verb: Verb<Route>, { event, runner }: Handling) {
  const headers = headersOf(event)
  const tenant = route.isPublic ? undefined : tenantOf(event)
  const currency = tenant ? currencyOf(event) : undefined
  requireFeature(route, event)
  requireAccepted(headers, route.media ?? 'application/json')
  const input = inputOf(route, event, headers)
  const extraHeaders = { ...handlingHeaders(route, input), ...deprecationHeaders(route, event) }
  return withHeaders(extraHeaders, () => {
    const raw = route.isWebhook && { body: rawBodyOf(event), headers }
    const ifMatch = headers['if-match']
    const request = { ...parseRequest(route, event, input), raw, ifMatch, tenant, currency }
    return runner({ endpoint: route.earlierName ?? route.name, event, headers, tenant }, async newId => {
      const result = await verb({ ...request, newId } as Request<Route>)
      return replyWith(route, event, result, headers['if-none-match'])
    })
  })
}

/** Anything thrown that is not a Problem is a bug: logged in full, and answered as `internal_error` without details. */
function replyWithProblem(): Middleware {
  return {
    onError: request => {
      const { requestId } = request.event.requestContext
      const problem = request.error instanceof Problem ? request.error : new Problem('internal_error')
      if (problem !== request.error) logFault('The endpoint failed.', request.error, { requestId })
      request.response = problemReply(problem, requestId)
    },
  }
}

/** Only names in the form of ours: a value with an unescaped `&` looks like several parameters. */
const loggableNames = (list: string) => list.split(', ').filter(name => /^[\w.[\]]+$/.test(name))

/** Writes one log line per request and adds `X-Request-Id` to every reply. */
function logRequest(route: Route): Middleware {
  const record: Middleware['after'] = ({ event, response, internal }) => {
    const { requestId, authorizer } = event.requestContext
    if (!response) return
    response.headers = { ...response.headers, 'X-Request-Id': requestId }
    const milliseconds = Math.round(performance.now() - internal.startedAt)
    const { account, mode } = authorizer ?? {}
    const { Ignored: ignored } = response.headers
    const status = response.statusCode
    log.info('request', {
      endpoint: route.name,
      requestId,
      account,
      mode,
      status,
      milliseconds,
      ignored: ignored && loggableNames(String(ignored)),
    })
    count('Replies', { status: `${Math.floor(status / 100)}xx` })
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = performance.now()
    },
    after: record,
    onError: record,
  }
}
