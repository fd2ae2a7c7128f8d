/** Wraps a room's verb into the Lambda that API Gateway calls: read, answer, reply. The only file that knows middy. */

import middy, { type MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { newId } from '../core/ids.ts'
import { count, log, logFault } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { withIdempotency } from './idempotency.ts'
import { problemReply, replyWith } from './reply.ts'
import { currencyOf, headersOf, readRequest, requireAccepted, tenantOf } from './request.ts'
import type { Request, Result, Route } from './route.ts'

type Wrapper = MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  Context,
  { startedAt: number }
>
type Verb<R extends Route> = (request: Request<R>) => Promise<Result<R>> | Result<R>

export function endpoint<R extends Route>(route: R, verb: Verb<R>) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(logged(route))
    .use(problems())
    .handler(event => handle(route, verb as Verb<Route>, event))
}

async function handle(route: Route, verb: Verb<Route>, event: APIGatewayProxyEvent) {
  const headers = headersOf(event)
  const tenant = route.access === 'public' ? undefined : tenantOf(event)
  const currency = tenant ? currencyOf(event) : undefined
  requireAccepted(headers, route.media ?? 'application/json')
  const request = readRequest(route, event, headers)
  const reply = async (id: string) => {
    const answer = await verb({
      ...request,
      tenant: tenant as Tenant,
      currency: currency as string,
      newId: id,
    })
    return replyWith(route, event, answer, headers['if-none-match'])
  }
  const key = headers['idempotency-key']
  if (route.method !== 'POST' || key === undefined || !tenant) return reply(newId())
  return withIdempotency({ tenant, key, event }, reply)
}

/** A refusal is an ordinary answer; anything else that is thrown is a fault of ours, told to the log and to nobody else. */
function problems(): Wrapper {
  return {
    onError: request => {
      const { requestId } = request.event.requestContext
      const refusal = request.error instanceof Problem ? request.error : new Problem('internal_error')
      if (refusal !== request.error) logFault('The endpoint failed.', request.error, { requestId })
      request.response = problemReply(refusal, requestId)
    },
  }
}

/** One line in the log and one header on the reply, whatever became of the request. */
function logged(route: Route): Wrapper {
  const record: Wrapper['after'] = ({ event, response, internal }) => {
    const { requestId, authorizer } = event.requestContext
    if (!response) return
    response.headers = { ...response.headers, 'X-Request-Id': requestId }
    const milliseconds = Math.round(performance.now() - internal.startedAt)
    const { account, mode } = authorizer ?? {}
    log.info('request', {
      endpoint: route.name,
      requestId,
      account,
      mode,
      status: response.statusCode,
      milliseconds,
    })
    count('Replies', { status: `${Math.floor(response.statusCode / 100)}xx` })
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = performance.now()
    },
    after: record,
    onError: record,
  }
}
