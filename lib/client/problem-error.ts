/** The errors of a call: a problem that the API returned, or a reply that the API does not send. */

/** The body of a problem, in the format of RFC 9457. */
interface ProblemBody {
  code: string
  detail: string
  errors?: Record<string, string[]>
  requestId?: string
  refundId?: string
}

/** An error that the API returned, such as `{ status: 409, code: 'not_paid' }`. */
export class ProblemError<Code extends string = string> extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: Code
  /** Messages by the path of a field. */
  readonly errors: Record<string, string[]>
  /** The id to mention when you report the error. */
  readonly requestId: string | undefined
  /** The refund that a payment gateway has not confirmed in time. The API completes or drops it later. */
  readonly refundId: string | undefined

  constructor(status: number, { code, detail, errors = {}, requestId, refundId }: ProblemBody) {
    super(detail)
    this.status = status
    this.code = code as Code
    this.errors = errors
    this.requestId = requestId
    this.refundId = refundId
  }
}

/** A reply that the API does not send, for example one of a proxy between the client and the API. */
export class UnexpectedReplyError extends Error {
  override readonly name = 'UnexpectedReplyError'
  readonly status: number
  /** The body of the reply. */
  readonly text: string

  constructor(status: number, text: string) {
    super(`The reply has the status ${status} and is not one of the API: ${text.slice(0, 200)}`)
    this.status = status
    this.text = text
  }
}

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'detail' in body

/** Returns the error of a reply that is not a success. */
export function errorOf(status: number, text: string): Error {
  const body = parseJson(text)
  return isProblem(body) ? new ProblemError(status, body) : new UnexpectedReplyError(status, text)
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
