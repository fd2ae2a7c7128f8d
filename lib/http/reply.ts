/** Turns the results and problems of endpoints into HTTP replies. */

import { isDeepStrictEqual } from 'node:util'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { etagOf, fileEtag, matchesEtag } from '../core/etag.ts'
import type { ServedFile } from '../core/http-messages.ts'
import { toJson } from '../core/json.ts'
import { logFault } from '../core/log.ts'
import { nextOffset, type Page, type PageQuery, type Slice } from '../core/paging.ts'
import { Problem, problemBody, statusOf } from '../core/problem.ts'
import type { Call, Middleware, OuterMiddleware } from './middleware.ts'
import { basePathOf, plainPath } from './request.ts'
import { type Request, type Route, successStatusOf, type Verb } from './route.ts'

/** The cache of a browser stays readable without a key after signing out, so replies must not be stored there. */
const sharedHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** Returns the path as the client called it, including the stage, so that links are valid with every base path. */
const pathOf = ({ requestContext }: APIGatewayProxyEvent) => plainPath(requestContext.path)

/** The link has every value that was sent, as an empty value does not replace an earlier one of the same name. */
function nextLink(event: APIGatewayProxyEvent, next: Record<string, string>) {
  const query = new URLSearchParams()
  for (const [name, values = []] of Object.entries(event.multiValueQueryStringParameters ?? {}))
    for (const value of values) query.append(name, value)
  for (const [name, value] of Object.entries(next)) query.set(name, value)
  return `<${pathOf(event)}?${query}>; rel="next"`
}

/** Returns the innermost handler, which replies with the result of `verb`, the function of the endpoint. */
export const replyTo =
  (route: Route, verb: Verb<Route>) =>
  async (event: APIGatewayProxyEvent, call: Call): Promise<APIGatewayProxyResult> => {
    call.result = await verb(call.request as Request<Route>)
    return replyWith(route, event, call)
  }

function replyWith(route: Route, event: APIGatewayProxyEvent, { request, result }: Call): APIGatewayProxyResult {
  if (route.isRedirect) return redirectReply(event, result as string)
  if (route.media) return fileReply(route.media, result as string | Buffer | ServedFile)
  if (!route.reply || result === undefined) return { statusCode: 204, headers: sharedHeaders, body: '' }
  const items = route.paging === 'link' ? (result as Slice<unknown>).items : result
  const next = nextOf(route, request.query, result)
  const headers: Record<string, string> = { ...sharedHeaders, 'Content-Type': 'application/json' }
  if (next) headers.Link = nextLink(event, next)
  const body = toJson(items)
  if (route.hasLocation) headers.Location = `${pathOf(event)}/${(items as { id: string }).id}`
  if (route.hasEtag) headers.ETag = etagOf(items)
  return { statusCode: successStatusOf(route), headers, body }
}

/** Returns the query parameters of the next page; null on the last page. */
function nextOf({ paging }: Route, query: unknown, result: unknown): Record<string, string> | null {
  if (paging === 'link') return (result as Slice<unknown>).next
  /** With a limit of 0, the token is that of the same position, so a client that follows the links would never end. */
  if (paging === 'token' && (query as PageQuery).limit === 0) return null
  if (paging === 'token')
    return parameterOf('continuationToken', (result as { continuationToken: string | null }).continuationToken)
  if (paging === 'offset') return parameterOf('offset', nextOffset(result as Page<unknown>))
  return null
}

const parameterOf = (name: string, value: string | number | null) => (value === null ? null : { [name]: String(value) })

/**
 * Returns the reply with a file. If the content of the file is a Buffer, it contains gzipped bytes. If the file has no
 * `Cache-Control` header, browsers must revalidate a cached file each time, so that the file matches the current
 * deployment.
 */
function fileReply(media: string, result: string | Buffer | ServedFile): APIGatewayProxyResult {
  const isPlain = typeof result === 'string' || Buffer.isBuffer(result)
  const { content, version = content, ...file }: ServedFile = isPlain ? { content: result, headers: {} } : result
  const headers = {
    ...sharedHeaders,
    'Content-Type': file.media ?? media,
    'Cache-Control': 'public, no-cache',
    /** A served page may contain a secret key, so no other page may show it in a frame. */
    'Content-Security-Policy': "frame-ancestors 'none'",
    ...file.headers,
    ETag: fileEtag(version),
  }
  if (typeof content === 'string') return { statusCode: 200, headers, body: content }
  return {
    statusCode: 200,
    headers: { ...headers, 'Content-Encoding': 'gzip' },
    body: content.toString('base64'),
    isBase64Encoded: true,
  }
}

/** Redirects to the called path with `path` appended. The called path may contain the name of the stage. */
function redirectReply(event: APIGatewayProxyEvent, path: string): APIGatewayProxyResult {
  const Location = pathOf(event) + path
  return { statusCode: 302, headers: { ...sharedHeaders, Location }, body: '' }
}

/**
 * Replies 304 without a body if the client already has the current version of the object. `If-Match` is not checked
 * here, because the functions of the endpoints check it in the same write as the change. The 304 has no content
 * security policy, so that the browser keeps the stored policy, whose nonce is in the stored page.
 */
export const replyNotModified = ({ method }: Route): Middleware => ({
  after: request => {
    const { 'Content-Encoding': _, 'Content-Security-Policy': __, ...headers } = request.response?.headers ?? {}
    const isKnown = headers.ETag && matchesEtag(request.context.headers['if-none-match'], String(headers.ETag))
    if (method === 'GET' && isKnown) request.response = { statusCode: 304, headers, body: '' }
  },
})

export const withHeaders = (reply: APIGatewayProxyResult, headers: Record<string, string>): APIGatewayProxyResult => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})

/** Adds the headers that other middlewares have set to the reply, or to the problem that was thrown. */
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

/** Sets the reply headers of a deprecated endpoint: `Deprecation`, and a `Link` to the successor. */
export const addDeprecationHeaders = ({ successor }: Route): Middleware => ({
  before: ({ event, context: call }) => {
    if (!successor) return
    const path = successor.replace(/\{(\w+)\}/g, (_, name) => event.pathParameters?.[name] ?? '')
    const Link = `<${basePathOf(event)}${path}>; rel="successor-version"`
    Object.assign(call.replyHeaders, { Deprecation: deprecatedSince, Link })
  },
})

/** Replies with a thrown Problem. Any other error is a bug: it is logged, and the reply is only `internal_error`. */
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

/**
 * Throws if a reply does not match its schema, or changes when it is parsed with its schema. Only tests and the local
 * API call this function.
 */
export function requireValidReply(route: Route, { statusCode, body }: APIGatewayProxyResult): void {
  const { name, reply } = route
  if (!reply || statusCode !== successStatusOf(route)) return
  const sent: unknown = JSON.parse(body)
  const { success, data, error } = reply.safeParse(sent)
  if (!success) throw new Error(`The reply of ${name} does not match its schema: ${error.message}`)
  if (toJson(data) !== body && !isDeepStrictEqual(data, sent))
    throw new Error(`The reply of ${name} is not in the form that its schema parses to.`)
}
