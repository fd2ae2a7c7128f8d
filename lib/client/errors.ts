/**
 * The errors that a call throws because of a reply: ProblemError for a problem that the API returns, and
 * UnexpectedReplyError for a reply that is not in the format of the API.
 */

import type { Endpoints } from './endpoints.ts'

type CodeIn<Module> = { [Verb in keyof Module]: Module[Verb] extends { code: infer Code } ? Code : never }[keyof Module]

/** The problem codes of all endpoints. */
export type ProblemCode = { [Name in keyof Endpoints]: CodeIn<Endpoints[Name]> }[keyof Endpoints]

/** A reply for which a call throws an error. */
export interface FailedReply {
  endpoint: string
  status: number
  text: string
  retryAfter: number | undefined
}

/** The body of a problem, in the format of RFC 9457. */
interface ProblemBody {
  code: ProblemCode
  detail: string
  errors?: Record<string, string[]>
  requestId?: string
  refundId?: string
}

class ReplyError extends Error {
  /** The name of the function that was called, such as `orders.get`. */
  readonly endpoint: string
  readonly status: number
  /** The milliseconds to wait before the next attempt; undefined without a valid `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(message: string, { endpoint, status, retryAfter }: FailedReply) {
    super(message)
    this.endpoint = endpoint
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The error for a problem that the API returned, such as `{ status: 409, code: 'not_paid' }`. */
export class ProblemError extends ReplyError {
  override readonly name = 'ProblemError'
  readonly code: ProblemCode
  /** Maps the path of a field, such as `rates[0].cost`, to the messages about this field. */
  readonly errors: Record<string, string[]>
  /** The id of the request. Mention it when you report the error. */
  readonly requestId: string | undefined
  /** The id of a refund that a payment gateway has not confirmed in time. The API completes or drops the refund. */
  readonly refundId: string | undefined

  constructor(reply: FailedReply, { code, detail, errors = {}, requestId, refundId }: ProblemBody) {
    super(detail, reply)
    this.code = code
    this.errors = errors
    this.requestId = requestId
    this.refundId = refundId
  }
}

/**
 * The error for a reply that is not in the format of the API. Such a reply can come from a proxy between the client and
 * the API.
 */
export class UnexpectedReplyError extends ReplyError {
  override readonly name = 'UnexpectedReplyError'
  /** The body of the reply. */
  readonly text: string

  constructor(reply: FailedReply, location?: string) {
    const { status, text } = reply
    const content = location ? `a redirect to ${location}, which is not followed` : text.slice(0, 200)
    super(`The reply has the status ${status} and is not one of the API: ${content}`, reply)
    this.text = text
  }
}

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'detail' in body

export function errorOf(reply: FailedReply): Error {
  const body = parseJson(reply.text)
  return isProblem(body) ? new ProblemError(reply, body) : new UnexpectedReplyError(reply)
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
