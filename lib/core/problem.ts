/** Everything that can go wrong for a caller, as one closed list and one class. */

const table = {
  malformed_json: [400, 'The body is not valid JSON.'],
  validation_failed: [400, 'The request is not valid.'],
  unauthorized: [401, 'A valid secret API key is required.'],
  forbidden: [403, 'This request was blocked.'],
  account_disabled: [403, 'This store is disabled.'],
  feature_not_enabled: [403, 'This store does not have this feature.'],
  not_found: [404, 'There is no such object in this store.'],
  unknown_path: [404, 'There is no such path in this API.'],
  method_not_allowed: [405, 'This path does not take this method.'],
  not_acceptable: [406, 'This API answers in JSON only.'],
  conflict: [409, 'The object was changed by someone else at the same moment. Please try again.'],
  email_in_use: [409, 'Another customer has this e-mail address.'],
  code_in_use: [409, 'Another discount has this code.'],
  discount_used: [409, 'The discount was used in a completed order and cannot be deleted.'],
  request_in_progress: [409, 'The first call with this Idempotency-Key is still running.'],
  precondition_failed: [412, 'The object is not in the state that If-Match names.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'Bodies must be sent as application/json in UTF-8.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used with another request.'],
  page_not_readable: [422, 'The page could not be read.'],
  too_many_requests: [429, 'Too many requests. Please slow down.'],
  internal_error: [500, 'Something went wrong on our side. The request id helps us to find out what.'],
  capture_not_available: [501, 'This version cannot take an authorized payment yet: do it in the gateway.'],
  bad_gateway: [502, 'The service did not answer as it should.'],
  unavailable: [503, 'The service is not available right now. Please try again.'],
  timeout: [504, 'The service did not answer in time.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemCode = keyof typeof table
export const problemCodes = Object.keys(table) as ProblemCode[]

export const statusOf = (code: ProblemCode): number => table[code][0]

/** Faults by field, several to a field: `{ "rates[0].cost": ["is required"] }`. */
export type Faults = Record<string, string[]>

interface ProblemDetails {
  message?: string
  errors?: Faults
  headers?: Record<string, string>
}

/** No refusal is large, whatever was sent: of many faults the first are told, and of long texts their beginning. */
const [maxFields, maxSentences] = [50, 3]
const [maxFieldLength, maxSentenceLength, maxMessageLength] = [600, 200, 3000]

const truncate = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text

const limitErrors = (errors: Faults): Faults =>
  Object.fromEntries(
    Object.entries(errors)
      .slice(0, maxFields)
      .map(([field, sentences]) => [
        truncate(field, maxFieldLength),
        sentences.slice(0, maxSentences).map(sentence => truncate(sentence, maxSentenceLength)),
      ]),
  )

/** A refusal that the caller is meant to read. Rooms throw it; the pipeline alone replies with it. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly errors: Faults
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(truncate(details.message ?? table[code][1], maxMessageLength))
    this.code = code
    this.errors = limitErrors(details.errors ?? {})
    this.headers = details.headers ?? {}
  }
}

/** Rejected input: the faults at once, and a sentence that names some and counts all for readers of `message` only. */
export function validationProblem(errors: Faults): Problem {
  const count = Object.keys(errors).length
  const sentences = Object.entries(limitErrors(errors)).map(
    ([field, faults]) => `${field || 'The body'} ${faults[0]}`,
  )
  const shown = sentences.slice(0, 3).join('; ')
  const rest = count > 3 ? `; and ${count - 3} more` : ''
  return new Problem('validation_failed', { message: `${shown}${rest}.`, errors })
}

/** The problem as RFC 9457 says it, with the fields that callers of this API family read beside it. */
export function problemBody(problem: Problem, requestId: string) {
  return {
    type: `urn:back-office:problem:${problem.code}`,
    title: table[problem.code][1],
    status: statusOf(problem.code),
    detail: problem.message,
    code: problem.code,
    message: problem.message,
    errors: problem.errors,
    requestId,
  }
}
