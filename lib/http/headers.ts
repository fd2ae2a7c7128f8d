/** The headers that mean something here: what each says, and which endpoints read or send it. */

import { type ProblemCode, statusOf } from '../core/problem.ts'
import { problemsOf } from './problems.ts'
import { isSingle, type Route } from './route.ts'

const request = {
  'Idempotency-Key':
    'Any text of your own, up to 255 characters: the same call with the same key within 24 hours gives the first answer again and is not done twice.',
  'If-Match': 'An ETag; the call is done only if the object is still in that state.',
  'If-None-Match': 'An ETag; an object still in that state is answered with 304 and no body.',
} as const

const reply = {
  'X-Request-Id': 'Names this request; quote it when you ask us about it.',
  ETag: 'The state of the object, for If-Match and If-None-Match.',
  Link: '`rel="next"`: where the list goes on; absent at its end.',
  'Idempotent-Replayed': '`true` when this is the first answer to the same Idempotency-Key again.',
  'Retry-After': 'Seconds to wait before another try.',
  'WWW-Authenticate': '`Basic`: the secret API key is the user name, the password stays empty.',
} as const

type RequestHeader = keyof typeof request
type ReplyHeader = keyof typeof reply

const asks = (route: Route, code: ProblemCode) => problemsOf(route).includes(code)

export function requestHeadersOf(route: Route): RequestHeader[] {
  const asked: RequestHeader[] = []
  if (route.method === 'POST') asked.push('Idempotency-Key')
  if (asks(route, 'precondition_failed')) asked.push('If-Match')
  if (route.method === 'GET' && isSingle(route)) asked.push('If-None-Match')
  return asked
}

export function replyHeadersOf(route: Route): ReplyHeader[] {
  const answered: ReplyHeader[] = ['X-Request-Id']
  if (isSingle(route)) answered.push('ETag')
  if (route.paging) answered.push('Link')
  if (route.method === 'POST') answered.push('Idempotent-Replayed')
  return answered
}

const ofStatus: Partial<Record<number, ReplyHeader>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
}

/** Refusals of the room itself, which an Idempotency-Key remembers. */
const problemsKept = new Set([403, 404, 409, 412])

export function problemHeadersOf(route: Route, status: number): ReplyHeader[] {
  const own = ofStatus[status]
  const sent: ReplyHeader[] = own ? ['X-Request-Id', own] : ['X-Request-Id']
  if (route.method !== 'POST') return sent
  /** A call that still runs asks for a moment's patience; a refusal may be the first answer again. */
  if (status === statusOf('request_in_progress')) sent.push('Retry-After')
  if (problemsKept.has(status)) sent.push('Idempotent-Replayed')
  return sent
}

const text = { type: 'string' }

/** All of them, for the document's components. */
export const headerComponents = {
  parameters: Object.fromEntries(
    Object.entries(request).map(([name, description]) => [
      name,
      { name, in: 'header', description, schema: text },
    ]),
  ),
  headers: Object.fromEntries(
    Object.entries(reply).map(([name, description]) => [name, { description, schema: text }]),
  ),
}
