/** Parses an event of API Gateway into the request that a verb receives, and rejects invalid ones. */

import type { APIGatewayProxyEvent } from 'aws-lambda'
import Negotiator from 'negotiator'
import type * as z from 'zod'
import type { AccountId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Mode, Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import type { Request, Route } from './route.ts'

/** Far above any valid body, and far below what would exhaust the memory of a Lambda. */
const maxBodyBytes = 1024 * 1024

/** Header names in lower case; API Gateway passes them on as the client wrote them. */
export function headersOf(event: APIGatewayProxyEvent): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value
  }
  return headers
}

/** Media type parameters such as `charset` are ignored; only the quality `q` decides. */
const otherParameters = /;\s*(?!q\s*=)[\w!#$&^.+-]+\s*=\s*(?:"[^"]*"|[^\s;,"]*)/gi

export function requireAccepted(headers: Record<string, string>, media: string): void {
  const accept = headers.accept?.replace(otherParameters, '').trim()
  const accepted = new Negotiator({ headers: accept ? { accept } : {} }).mediaTypes([media])
  if (accepted.length === 0) throw new Problem('not_acceptable')
}

/** The tenant from the authorizer's context; API Gateway passes its values as text. */
export function tenantOf(event: APIGatewayProxyEvent): Tenant {
  const { account, mode, enabled } = event.requestContext.authorizer ?? {}
  if (!account || !mode) throw new Error('The event has no authorizer context.')
  if (String(enabled) !== 'true') throw new Problem('account_disabled')
  return { account: Number(account) as AccountId, mode: mode as Mode }
}

/** The currency of the account, by which amounts are rounded. */
export function currencyOf(event: APIGatewayProxyEvent): string {
  const { currency } = event.requestContext.authorizer ?? {}
  if (!currency) throw new Error('The authorizer sent no currency.')
  return currency
}

/** Path parameters that are invalid identify no object, and are answered with 404. */
function parseParams<S extends z.ZodObject>(schema: S, event: APIGatewayProxyEvent): z.output<S> {
  const decoded = Object.entries(event.pathParameters ?? {}).map(([name, value]) => [
    name,
    decode(value ?? ''),
  ])
  const result = schema.safeParse(Object.fromEntries(decoded))
  if (!result.success) throw new Problem('not_found')
  return result.data
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Problem('not_found')
  }
}

/** Empty values are ignored. The last of several values is used, unless the parameter is an array. */
function parseQuery<S extends z.ZodObject>(schema: S, event: APIGatewayProxyEvent): z.output<S> {
  const query: Record<string, string | string[]> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const values = (event.multiValueQueryStringParameters?.[name] ?? []).filter(value => value !== '')
    const last = values.at(-1)
    if (last !== undefined) query[name] = isArray(field) ? values : last
  }
  return parseInput(schema, query, 'query')
}

function isArray(schema: z.core.$ZodType | undefined): boolean {
  const definition = schema?._zod.def as { type?: string; innerType?: z.core.$ZodType } | undefined
  return (
    definition?.type === 'array' || (definition?.innerType !== undefined && isArray(definition.innerType))
  )
}

const jsonMedia = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const otherCharset = /;\s*charset\s*=(?!\s*"?(?:utf-?8|us-ascii)\b)/i

/** The bytes of the body, so that invalid UTF-8 is detected and not replaced. */
export function bytesOf(event: APIGatewayProxyEvent): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
}

function parseBody<S extends z.ZodType>(
  schema: S,
  bytes: Buffer,
  contentType = 'application/json',
): z.output<S> {
  if (bytes.length > maxBodyBytes) throw new Problem('body_too_large')
  if (bytes.length > 0 && (!jsonMedia.test(contentType) || otherCharset.test(contentType)))
    throw new Problem('unsupported_media_type')
  return parseInput(schema, bytes.length === 0 ? undefined : parseJson(bytes), 'body')
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw new Problem('malformed_json')
    throw error
  }
}

/** The request without its tenant, its currency and the new id, which the wrapper adds. */
export function parseRequest(route: Route, event: APIGatewayProxyEvent, headers: Record<string, string>) {
  return {
    params: route.params && parseParams(route.params, event),
    query: route.query && parseQuery(route.query, event),
    body: route.body && parseBody(route.body, bytesOf(event), headers['content-type']),
    ifMatch: headers['if-match'],
  } satisfies Omit<Request<Route>, 'newId' | 'tenant' | 'currency'>
}
