/** The one place where answers and refusals become HTTP. */

import { isDeepStrictEqual } from 'node:util'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type * as z from 'zod'
import { env } from '../core/env.ts'
import { etagOf, matchesEtag } from '../core/etag.ts'
import { toJson } from '../core/json.ts'
import { nextOffset, type Page } from '../core/page.ts'
import { type Problem, problemBody, statusOf } from '../core/problem.ts'
import type { Slice } from '../core/slice.ts'
import { isSingle, type Route } from './route.ts'

const sharedHeaders = { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' }

/** A reply is right when reading it as its shape changes nothing. */
function requireShape(shape: z.ZodType, form: unknown, name: string): void {
  const asSent: unknown = JSON.parse(toJson(form))
  const result = shape.safeParse(asSent)
  if (!result.success) throw new Error(`The reply of ${name} is not of its shape: ${result.error.message}`)
  if (toJson(result.data) !== toJson(asSent) && !isDeepStrictEqual(result.data, asSent))
    throw new Error(`The reply of ${name} is not spelled as its shape reads it.`)
}

/** As the client called it, stage and all, so that the link works behind every base path. */
function nextLink(event: APIGatewayProxyEvent, next: Record<string, string>) {
  const query = new URLSearchParams({ ...event.queryStringParameters, ...next } as Record<string, string>)
  return `<${event.requestContext.path}?${query}>; rel="next"`
}

export function replyWith(
  route: Route,
  event: APIGatewayProxyEvent,
  answer: unknown,
  ifNoneMatch?: string,
): APIGatewayProxyResult {
  if (route.media) return mediaReply(route.media, answer as string | Buffer)
  if (!route.reply) return { statusCode: 204, headers: sharedHeaders, body: '' }
  const { items, next } = splitNext(route, answer)
  if (env.checksReplies) requireShape(route.reply, items, route.name)
  const headers: Record<string, string> = { ...sharedHeaders, 'Content-Type': 'application/json' }
  if (next) headers.Link = nextLink(event, next)
  const body = toJson(items)
  if (!isSingle(route)) return { statusCode: 200, headers, body }
  headers.ETag = etagOf(items)
  if (route.method === 'GET' && matchesEtag(ifNoneMatch, headers.ETag))
    return { statusCode: 304, headers, body: '' }
  return { statusCode: 200, headers, body }
}

/** The body of the reply, and the query of the next page if there is one. */
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

/** Pages of ours change only with a deployment; bytes are sent as they lie, compressed beforehand. */
function mediaReply(media: string, content: string | Buffer): APIGatewayProxyResult {
  const headers = { ...sharedHeaders, 'Content-Type': media, 'Cache-Control': 'public, max-age=300' }
  if (typeof content === 'string') return { statusCode: 200, headers, body: content }
  return {
    statusCode: 200,
    headers: { ...headers, 'Content-Encoding': 'gzip' },
    body: content.toString('base64'),
    isBase64Encoded: true,
  }
}

export function problemReply(problem: Problem, requestId: string): APIGatewayProxyResult {
  return {
    statusCode: statusOf(problem.code),
    headers: { ...sharedHeaders, ...problem.headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify(problemBody(problem, requestId)),
  }
}
