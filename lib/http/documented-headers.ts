/** Describes the request and reply headers for the documentation, and lists the headers of each endpoint. */

import { type ProblemCode, statusOf } from '../core/problem.ts'
import { problemsOf } from './documented-problems.ts'
import type { Route } from './route.ts'

const request = {
  Prefer:
    '`handling=strict`: unknown fields and query parameters are errors, and so are fields that other fields leave without use, such as the `code` of a discount with another trigger. By default (`handling=lenient`) they are ignored, and the reply names them in the `Ignored` header. See RFC 7240.',
  'Idempotency-Key':
    'A value of your choice that is unique for the endpoint: 1 to 255 printable ASCII characters. If you repeat the request with the same key within 24 hours, it is not executed again, and the first reply is returned. Temporary errors are not stored, nor are replies to requests that do not match their schema.',
  'If-Match': 'An ETag. The request fails with 412 if the object no longer has this ETag.',
  'If-None-Match': 'An ETag. If the object still has this ETag, the reply is 304 without a body.',
} as const

const reply = {
  'X-Request-Id': 'The id of this request. Include it when you report a problem.',
  Ignored:
    'The fields and query parameters of the request that were ignored, separated by commas: `maxUsages, variants[0].stok`. Absent if there are none. Special characters are percent-encoded. Only the first 50 of the query and the first 50 of the body are named, in at most 1,000 characters.',
  'Preference-Applied': '`handling=strict` if the request asked for it.',
  ETag: 'Identifies this version of the object, for If-Match and If-None-Match.',
  Link: '`rel="next"`: the URL of the next page, absent on the last page and with a `limit` of 0. `rel="successor-version"`: the endpoint that replaces a deprecated one.',
  Location: 'The path of the new object.',
  Deprecation: 'Since when the endpoint is deprecated, as in RFC 9745: `@` and seconds since 1970.',
  'Idempotent-Replayed': '`true` if this is the stored reply to an earlier request with the same Idempotency-Key.',
  'Retry-After': 'Seconds to wait before the next attempt.',
  'WWW-Authenticate': '`Basic`: send the secret API key as the user name and an empty password.',
} as const

type RequestHeader = keyof typeof request
type ReplyHeader = keyof typeof reply

const declares = (route: Route, code: ProblemCode) => problemsOf(route).includes(code)

export function requestHeadersOf(route: Route): RequestHeader[] {
  const names: RequestHeader[] = []
  if (route.method === 'POST') names.push('Idempotency-Key')
  if (declares(route, 'precondition_failed')) names.push('If-Match')
  if (route.method === 'GET' && route.hasEtag) names.push('If-None-Match')
  return [...names, 'Prefer']
}

/**
 * These headers report how the query and the body were handled. A reply has these headers only if both the query and
 * the body were read.
 */
const handlingHeaders: ReplyHeader[] = ['Ignored', 'Preference-Applied']

const deprecationHeadersOf = ({ successor }: Route): ReplyHeader[] => (successor ? ['Deprecation', 'Link'] : [])

export function replyHeadersOf(route: Route): ReplyHeader[] {
  const names: ReplyHeader[] = ['X-Request-Id', ...handlingHeaders, ...deprecationHeadersOf(route)]
  if (route.hasEtag) names.push('ETag')
  if (route.paging) names.push('Link')
  if (route.hasLocation) names.push('Location')
  if (route.method === 'POST') names.push('Idempotent-Replayed')
  return names
}

const headerByStatus: Partial<Record<number, ReplyHeader>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
  504: 'Retry-After',
}

/** Some problems with these statuses are stored under the Idempotency-Key and replayed. */
const replayedStatuses = new Set([400, 402, 404, 409, 422])
/** Problems with these statuses can occur after the query and the body are read. */
const handledStatuses = new Set([400, 402, 404, 409, 412, 413, 422, 429, 503, 504])

export function problemHeadersOf(route: Route, status: number): ReplyHeader[] {
  const header = headerByStatus[status]
  const names: ReplyHeader[] = header ? ['X-Request-Id', header] : ['X-Request-Id']
  if (handledStatuses.has(status)) names.push(...handlingHeaders, ...deprecationHeadersOf(route))
  if (route.method !== 'POST') return names
  if (status === statusOf('request_in_progress')) names.push('Retry-After')
  if (replayedStatuses.has(status)) names.push('Idempotent-Replayed')
  return names
}

const text = { type: 'string' }
const parameterDetails: Partial<Record<string, object>> = {
  'Idempotency-Key': { schema: { ...text, minLength: 1, maxLength: 255, pattern: '^[ -~]+$' } },
  Prefer: { example: 'handling=strict' },
}

export const headerComponents = {
  parameters: Object.fromEntries(
    Object.entries(request).map(([name, description]) => [
      name,
      { name, in: 'header', description, schema: text, ...parameterDetails[name] },
    ]),
  ),
  headers: Object.fromEntries(
    Object.entries(reply).map(([name, description]) => [name, { description, schema: text }]),
  ),
}
