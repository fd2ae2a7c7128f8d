/** The one place where answers and refusals become HTTP. */

import { isDeepStrictEqual } from 'node:util'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type * as z from 'zod'
import { env } from '../kit/env.ts'
import { etagOf, isKnown } from '../kit/etag.ts'
import { jsonText } from '../kit/json.ts'
import { nextOffset, type Page } from '../kit/page.ts'
import { type Problem, problemBody, statusOf } from '../kit/problem.ts'
import type { Stretch } from '../kit/stretch.ts'
import { isSingle, type Route } from './route.ts'

const sharedHeaders = { 'Cache-Control': 'private, no-cache', 'X-Content-Type-Options': 'nosniff' }

/** A reply is right when reading it as its shape changes nothing. */
function requireShape(shape: z.ZodType, form: unknown, name: string): void {
  const asSent: unknown = JSON.parse(jsonText(form))
  const result = shape.safeParse(asSent)
  if (!result.success) throw new Error(`The reply of ${name} is not of its shape: ${result.error.message}`)
  if (jsonText(result.data) !== jsonText(asSent) && !isDeepStrictEqual(result.data, asSent))
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
  const { items, next } = continued(route, answer)
  if (env.checksReplies) requireShape(route.reply, items, route.name)
  const headers: Record<string, string> = { ...sharedHeaders, 'Content-Type': 'application/json' }
  if (next) headers.Link = nextLink(event, next)
  const body = jsonText(items)
  if (!isSingle(route)) return { statusCode: 200, headers, body }
  headers.ETag = etagOf(items)
  if (route.method === 'GET' && isKnown(ifNoneMatch, headers.ETag))
    return { statusCode: 304, headers, body: '' }
  return { statusCode: 200, headers, body }
}

/** What is answered, and the query that gives what follows it. */
function continued(route: Route, answer: unknown): { items: unknown; next: Record<string, string> | null } {
  if (route.continues) return answer as Stretch<unknown>
  if (route.walked) return { items: answer, next: tokenIn(answer as { continuationToken: string | null }) }
  const offset = route.paged ? nextOffset(answer as Page<unknown>) : null
  return { items: answer, next: offset === null ? null : { offset: String(offset) } }
}

const tokenIn = ({ continuationToken }: { continuationToken: string | null }) =>
  continuationToken === null ? null : { continuationToken }

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
