/** Turns results and problems into HTTP replies. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { etagOf, fileEtag, matchesEtag } from '../core/etag.ts'
import { toJson } from '../core/json.ts'
import { nextOffset, type Page } from '../core/page.ts'
import { Problem, problemBody, statusOf } from '../core/problem.ts'
import type { Slice } from '../core/slice.ts'
import { plainPath } from './request.ts'
import type { Route } from './route.ts'

const sharedHeaders = { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' }

/** The path as the client called it, including the stage, so that links work with every base path. */
const pathOf = ({ requestContext }: APIGatewayProxyEvent) => plainPath(requestContext.path)

const locationOf = (event: APIGatewayProxyEvent, { id }: { id: string }) => `${pathOf(event)}/${id}`

function nextLink(event: APIGatewayProxyEvent, next: Record<string, string>) {
  const query = new URLSearchParams({ ...event.queryStringParameters, ...next } as Record<string, string>)
  return `<${pathOf(event)}?${query}>; rel="next"`
}

/** 1 January 2026. */
const deprecatedSince = '@1767225600'

/** Of an endpoint that another one replaces. */
export function deprecationHeaders(
  { successor }: Route,
  event: APIGatewayProxyEvent,
): Record<string, string> {
  if (!successor) return {}
  const path = successor.replace(/\{(\w+)\}/g, (_, name) => event.pathParameters?.[name] ?? '')
  const stage = event.requestContext.path.slice(0, -event.path.length)
  return { Deprecation: deprecatedSince, Link: `<${stage}${path}>; rel="successor-version"` }
}

export function replyWith(
  route: Route,
  event: APIGatewayProxyEvent,
  result: unknown,
  ifNoneMatch?: string,
): APIGatewayProxyResult {
  if (route.isRedirect) return redirectReply(event, result as string)
  if (route.media) return fileReply(route.media, result as string | Buffer, ifNoneMatch)
  if (!route.reply) return { statusCode: 204, headers: sharedHeaders, body: '' }
  const { items, next } = splitNext(route, result)
  const headers: Record<string, string> = { ...sharedHeaders, 'Content-Type': 'application/json' }
  if (next) headers.Link = nextLink(event, next)
  const body = toJson(items)
  if (route.hasLocation) headers.Location = locationOf(event, items as { id: string })
  if (!route.hasEtag) return { statusCode: 200, headers, body }
  headers.ETag = etagOf(items)
  if (route.method === 'GET' && matchesEtag(ifNoneMatch, headers.ETag))
    return { statusCode: 304, headers, body: '' }
  return { statusCode: 200, headers, body }
}

/** The body of the reply, and the query parameters of the next page; null on the last one. */
function splitNext(route: Route, result: unknown): { items: unknown; next: Record<string, string> | null } {
  switch (route.paging) {
    case 'link':
      return result as Slice<unknown>
    case 'token':
      return { items: result, next: nextByToken(result as { continuationToken: string | null }) }
    case 'offset':
      return { items: result, next: nextByOffset(result as Page<unknown>) }
    default:
      return { items: result, next: null }
  }
}

const nextByToken = ({ continuationToken }: { continuationToken: string | null }) =>
  continuationToken === null ? null : { continuationToken }

function nextByOffset(page: Page<unknown>) {
  const offset = nextOffset(page)
  return offset === null ? null : { offset: String(offset) }
}

/**
 * The documentation's files; a Buffer contains gzipped bytes. Browsers keep them but ask each time, so that the page does
 * not show the endpoints of an earlier deployment.
 */
function fileReply(media: string, content: string | Buffer, ifNoneMatch?: string): APIGatewayProxyResult {
  const headers = {
    ...sharedHeaders,
    'Content-Type': media,
    'Cache-Control': 'public, no-cache',
    /** The page holds a secret key, so no other page may frame it. */
    'Content-Security-Policy': "frame-ancestors 'none'",
    ETag: fileEtag(content),
  }
  if (matchesEtag(ifNoneMatch, headers.ETag)) return { statusCode: 304, headers, body: '' }
  if (typeof content === 'string') return { statusCode: 200, headers, body: content }
  return {
    statusCode: 200,
    headers: { ...headers, 'Content-Encoding': 'gzip' },
    body: content.toString('base64'),
    isBase64Encoded: true,
  }
}

/** The path as the client called it may be the name of a stage, with or without a slash at its end. */
function redirectReply(event: APIGatewayProxyEvent, path: string): APIGatewayProxyResult {
  const Location = pathOf(event) + path
  return { statusCode: 302, headers: { ...sharedHeaders, Location }, body: '' }
}

export function problemReply(problem: Problem, requestId: string): APIGatewayProxyResult {
  return {
    statusCode: statusOf(problem.code),
    headers: { ...sharedHeaders, ...problem.headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify(problemBody(problem, requestId)),
  }
}

/** Adds headers to the reply, or to the problem that is thrown instead. */
export async function withHeaders(
  headers: Record<string, string>,
  run: () => Promise<APIGatewayProxyResult>,
): Promise<APIGatewayProxyResult> {
  try {
    const reply = await run()
    return { ...reply, headers: { ...reply.headers, ...headers } }
  } catch (error) {
    if (error instanceof Problem) Object.assign(error.headers, headers)
    throw error
  }
}
