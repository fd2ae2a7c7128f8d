/** Reads what API Gateway hands over into what an endpoint is given; whatever is wrong with it is said here. */

import type { APIGatewayProxyEvent } from 'aws-lambda'
import Negotiator from 'negotiator'
import type * as z from 'zod'
import { Problem } from '../core/problem.ts'
import type { Mode, Tenant } from '../core/tenant.ts'
import { parseInput } from '../core/validation.ts'
import type { Request, Route } from './route.ts'

/** Far above any body this API has a use for, far below what a Lambda could be made to choke on. */
const largestBody = 1024 * 1024

/** Header names arrive as the client wrote them. */
export function headersOf(event: APIGatewayProxyEvent): Record<string, string> {
  const lowered: Record<string, string> = {}
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) lowered[name.toLowerCase()] = value
  }
  return lowered
}

/** Who asks for JSON in UTF-8 asks for JSON; only the quality says anything of what is excluded. */
const otherParameters = /;\s*(?!q\s*=)[\w!#$&^.+-]+\s*=\s*(?:"[^"]*"|[^\s;,"]*)/gi

export function requireAccepted(headers: Record<string, string>, media: string): void {
  const accept = headers.accept?.replace(otherParameters, '').trim()
  const accepted = new Negotiator({ headers: accept ? { accept } : {} }).mediaTypes([media])
  if (accepted.length === 0) throw new Problem('not_acceptable')
}

/** The authorizer's answer; API Gateway passes its values on as text. */
export function tenantOf(event: APIGatewayProxyEvent): Tenant {
  const { account, mode, enabled } = event.requestContext.authorizer ?? {}
  if (!account || !mode) throw new Error('The gateway called without an answer of the authorizer.')
  if (String(enabled) !== 'true') throw new Problem('account_disabled')
  return { account: Number(account), mode: mode as Mode }
}

/** The currency of the account, by which amounts are rounded. */
export function currencyOf(event: APIGatewayProxyEvent): string {
  const { currency } = event.requestContext.authorizer ?? {}
  if (!currency) throw new Error('The authorizer sent no currency.')
  return currency
}

/** A path segment that is no proper encoding names nothing, and neither does one that is not the id's form. */
function readParams<S extends z.ZodObject>(shape: S, event: APIGatewayProxyEvent): z.output<S> {
  const decoded = Object.entries(event.pathParameters ?? {}).map(([name, value]) => [
    name,
    decode(value ?? ''),
  ])
  const result = shape.safeParse(Object.fromEntries(decoded))
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

/** An empty value is as good as none; of a value given twice the last counts, unless the shape wants them all. */
function readQuery<S extends z.ZodObject>(shape: S, event: APIGatewayProxyEvent): z.output<S> {
  const given: Record<string, string | string[]> = {}
  for (const [name, field] of Object.entries(shape.shape)) {
    const values = (event.multiValueQueryStringParameters?.[name] ?? []).filter(value => value !== '')
    const last = values.at(-1)
    if (last !== undefined) given[name] = isList(field) ? values : last
  }
  return parseInput(shape, given, 'query')
}

function isList(shape: z.core.$ZodType | undefined): boolean {
  const definition = shape?._zod.def as { type?: string; innerType?: z.core.$ZodType } | undefined
  return definition?.type === 'array' || (definition?.innerType !== undefined && isList(definition.innerType))
}

const jsonMedia = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const otherCharset = /;\s*charset\s*=(?!\s*"?(?:utf-?8|us-ascii)\b)/i

/** The body's own bytes, so that broken UTF-8 is seen and not mended behind our back. */
export function bytesOf(event: APIGatewayProxyEvent): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')
}

function readBody<S extends z.ZodType>(
  shape: S,
  bytes: Buffer,
  contentType = 'application/json',
): z.output<S> {
  if (bytes.length > largestBody) throw new Problem('body_too_large')
  if (bytes.length > 0 && (!jsonMedia.test(contentType) || otherCharset.test(contentType)))
    throw new Problem('unsupported_media_type')
  return parseInput(shape, bytes.length === 0 ? undefined : parseJson(bytes), 'body')
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof TypeError) throw new Problem('malformed_json')
    throw fault
  }
}

/** All of a request but what the wrapper adds: its tenant, its currency and the id for what it makes. */
export function readRequest(route: Route, event: APIGatewayProxyEvent, headers: Record<string, string>) {
  return {
    params: route.params && readParams(route.params, event),
    query: route.query && readQuery(route.query, event),
    body: route.body && readBody(route.body, bytesOf(event), headers['content-type']),
    ifMatch: headers['if-match'],
  } satisfies Omit<Request<Route>, 'newId' | 'tenant' | 'currency'>
}
