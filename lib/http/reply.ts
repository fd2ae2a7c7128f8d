/** Turns the results and problems of verbs into HTTP replies, and logs each reply. */

import { isDeepStrictEqual } from 'node:util'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { etagOf, fileEtag, matchesEtag } from '../core/etag.ts'
import { toJson } from '../core/json.ts'
import { countMetric, log, logFault } from '../core/log.ts'
import { nextOffset, type Page, type Slice } from '../core/paging.ts'
import { Problem, problemBody, statusOf } from '../core/problem.ts'
import type { Call, Middleware, State } from './call.ts'
import { plainPath } from './request.ts'
import { type Request, type Route, successStatusOf, type Verb } from './route.ts'

const sharedHeaders = { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' }

/** Returns the path as the client called it, including the stage, so that links work with every base path. */
const pathOf = ({ requestContext }: APIGatewayProxyEvent) => plainPath(requestContext.path)

function nextLink(event: APIGatewayProxyEvent, next: Record<string, string>) {
  const query = new URLSearchParams({ ...event.queryStringParameters, ...next } as Record<string, string>)
  return `<${pathOf(event)}?${query}>; rel="next"`
}

/** Returns the handler that runs after all middlewares. It calls the verb and replies with its result. */
export const replyTo =
  (route: Route, verb: Verb<Route>) =>
  async (event: APIGatewayProxyEvent, call: Call): Promise<APIGatewayProxyResult> => {
    call.result = await verb(call.request as Request<Route>)
    return replyWith(route, event, call.result)
  }

function replyWith(route: Route, event: APIGatewayProxyEvent, result: unknown): APIGatewayProxyResult {
  if (route.isRedirect) return redirectReply(event, result as string)
  if (route.media) return fileReply(route.media, result as string | Buffer)
  if (!route.reply || result === undefined) return { statusCode: 204, headers: sharedHeaders, body: '' }
  const items = route.paging === 'link' ? (result as Slice<unknown>).items : result
  const next = nextOf(route, result)
  const headers: Record<string, string> = { ...sharedHeaders, 'Content-Type': 'application/json' }
  if (next) headers.Link = nextLink(event, next)
  const body = toJson(items)
  if (route.hasLocation) headers.Location = `${pathOf(event)}/${(items as { id: string }).id}`
  if (route.hasEtag) headers.ETag = etagOf(items)
  return { statusCode: successStatusOf(route), headers, body }
}

/** Returns the query parameters of the next page; null on the last page. */
function nextOf({ paging }: Route, result: unknown): Record<string, string> | null {
  if (paging === 'link') return (result as Slice<unknown>).next
  if (paging === 'token')
    return parameterOf('continuationToken', (result as { continuationToken: string | null }).continuationToken)
  if (paging === 'offset') return parameterOf('offset', nextOffset(result as Page<unknown>))
  return null
}

const parameterOf = (name: string, value: string | number | null) => (value === null ? null : { [name]: String(value) })

/**
 * The content of a documentation file is text, or a Buffer of gzipped bytes. Browsers cache the file but revalidate it
 * each time, so that they never show the endpoints of an earlier deployment.
 */
function fileReply(media: string, content: string | Buffer): APIGatewayProxyResult {
  const headers = {
    ...sharedHeaders,
    'Content-Type': media,
    'Cache-Control': 'public, no-cache',
    /** The reference page holds a secret key, so no other page may frame it. */
    'Content-Security-Policy': "frame-ancestors 'none'",
    ETag: fileEtag(content),
  }
  if (typeof content === 'string') return { statusCode: 200, headers, body: content }
  return {
    statusCode: 200,
    headers: { ...headers, 'Content-Encoding': 'gzip' },
    body: content.toString('base64'),
    isBase64Encoded: true,
  }
}

/** Appends `path` to the called path, because the called path may contain the name of the stage. */
function redirectReply(event: APIGatewayProxyEvent, path: string): APIGatewayProxyResult {
  const Location = pathOf(event) + path
  return { statusCode: 302, headers: { ...sharedHeaders, Location }, body: '' }
}

/**
 * Replies 304 without a body if the client already has the current version of the object. `If-Match` is not checked
 * here, because each verb that changes an object checks it in the same write.
 */
export const replyNotModified = ({ method }: Route): Middleware => ({
  after: request => {
    const { 'Content-Encoding': _, ...headers } = request.response?.headers ?? {}
    const isKnown = headers.ETag && matchesEtag(request.context.headers['if-none-match'], String(headers.ETag))
    if (method === 'GET' && isKnown) request.response = { statusCode: 304, headers, body: '' }
  },
})

export const withHeaders = (reply: APIGatewayProxyResult, headers: Record<string, string>): APIGatewayProxyResult => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})

/**
 * Adds the headers that later middlewares have set. They are added to the reply, or to the problem if a problem was
 * thrown.
 */
export function addReplyHeaders(): Middleware {
  const add: Middleware['after'] = request => {
    const { response, error, context } = request
    if (error instanceof Problem) Object.assign(error.headers, context.replyHeaders)
    if (response) request.response = withHeaders(response, context.replyHeaders)
  }
  return { after: add, onError: add }
}

/** The Unix time of 1 January 2026, in the format of the `Deprecation` header. */
const deprecatedSince = '@1767225600'

/** A reply of a deprecated endpoint names the endpoint that replaces it. */
export const addSuccessorLink = ({ successor }: Route): Middleware => ({
  before: ({ event, context: call }) => {
    if (!successor) return
    const path = successor.replace(/\{(\w+)\}/g, (_, name) => event.pathParameters?.[name] ?? '')
    const stage = event.requestContext.path.slice(0, -event.path.length)
    const Link = `<${stage}${path}>; rel="successor-version"`
    Object.assign(call.replyHeaders, { Deprecation: deprecatedSince, Link })
  },
})

/** A middleware around `untilDeadline`. The call has no state there yet, so only the Lambda's context is available. */
type OuterMiddleware<Own extends State = State> = Middleware<Own, Context>

/** An error that is not a Problem is a bug. It is logged, and the reply is `internal_error` without details. */
export const replyWithProblem = ({ name: endpoint }: Route): OuterMiddleware => ({
  onError: request => {
    const { requestId } = request.event.requestContext
    const problem = request.error instanceof Problem ? request.error : new Problem('internal_error')
    if (problem !== request.error) logFault('The endpoint failed.', request.error, { endpoint, requestId })
    request.response = problemReply(problem, requestId)
  },
})

export function problemReply(problem: Problem, requestId: string): APIGatewayProxyResult {
  return {
    statusCode: statusOf(problem.code),
    headers: { ...sharedHeaders, ...problem.headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify(problemBody(problem, requestId)),
  }
}

/** Returns only names that look like fields, because part of a value with an unescaped `&` is parsed as a name. */
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
    const status = response.statusCode
    log.info('request', { endpoint, requestId, account, mode, status, milliseconds, ignored })
    countMetric('Replies', { status: `${Math.floor(status / 100)}xx` })
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = performance.now()
    },
    after: record,
    onError: record,
  }
}

/** A reply is valid if parsing it changes nothing. Tests and the local server check this; Lambdas in AWS do not. */
export function requireValidReply(route: Route, { statusCode, body }: APIGatewayProxyResult): void {
  const { name, reply } = route
  if (!reply || statusCode !== successStatusOf(route)) return
  const sent: unknown = JSON.parse(body)
  const { success, data, error } = reply.safeParse(sent)
  if (!success) throw new Error(`The reply of ${name} does not match its schema: ${error.message}`)
  if (toJson(data) !== body && !isDeepStrictEqual(data, sent))
    throw new Error(`The reply of ${name} is not in the form that its schema parses to.`)
}
