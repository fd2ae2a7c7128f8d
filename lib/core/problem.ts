/** Defines the problems that callers can receive: a closed list of codes with their statuses, and the error class. */

import { now } from './clock.ts'
import type { Feature } from './tenant.ts'

/**
 * `publicCode` is the code that callers see, if it differs from the key in `definitions`. Several definitions may have
 * the same public code.
 */
type Definition = readonly [status: number, message: string, publicCode?: string]

const definitions = {
  malformed_json: [400, 'The body is not valid JSON.'],
  validation_failed: [400, 'The request is invalid.'],
  unauthorized: [401, 'A valid secret API key is required.'],
  forbidden: [403, 'The request was blocked by a firewall.'],
  gateway_refused: [402, 'The payment gateway refused.'],
  insufficient_scope: [
    403,
    'The scope of this API key does not allow the request. `npm run store -- key list` shows the scope of each key.',
  ],
  account_disabled: [403, 'The account is disabled.'],
  feature_not_enabled: [
    403,
    'The feature is not enabled for this account. `npm run store -- account set --features` sets which are.',
  ],
  not_found: [404, 'The object does not exist.'],
  unknown_path: [404, 'The path does not exist.'],
  method_not_allowed: [405, 'The path does not support this method.'],
  not_acceptable: [406, 'The API returns JSON only.'],
  conflict: [409, 'The object was changed by another request at the same time. Try again.'],
  subscriptions_not_enabled: [
    409,
    'Subscriptions are not enabled for this account. `npm run store -- account set --features` sets which features are.',
    'feature_not_enabled',
  ],
  email_in_use: [409, 'Another customer has this e-mail address.'],
  code_in_use: [409, 'Another discount has this code.'],
  discount_used: [409, 'The discount was used in a completed order and cannot be deleted.'],
  gateway_not_connected: [
    409,
    'No payment gateway is connected for this mode. Choose one with `npm run store -- account set`, store its keys with `npm run store -- gateway set`, and try again.',
  ],
  not_paid: [409, 'The order has not been paid.'],
  refund_under_way: [
    409,
    'A refund of the same amount with the same comment is under way. Send its Idempotency-Key to repeat it.',
  ],
  capture_under_way: [409, 'The payment of the order is being captured. Try again.'],
  state_conflict: [409, 'The state of the object does not allow this.'],
  request_in_progress: [409, 'The first request with this Idempotency-Key is still running.'],
  precondition_failed: [412, 'The object does not match the ETag in If-Match.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The body must be application/json in UTF-8.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used with a different request.'],
  page_not_readable: [422, 'The page could not be read.'],
  too_many_requests: [429, 'Too many requests. Try again later.'],
  internal_error: [500, 'An internal error occurred. Include the request id when you report it.'],
  bad_gateway: [502, 'The service returned an invalid response.'],
  unavailable: [503, 'The service is temporarily unavailable. Try again.'],
  maintenance: [503, 'The service is under maintenance. Try again later.'],
  gateway_timeout: [504, 'The payment gateway did not answer in time.'],
  timeout: [504, 'The service did not respond in time.'],
} as const satisfies Record<string, Definition>

export type ProblemCode = keyof typeof definitions

export const statusOf = (code: ProblemCode): number => definitions[code][0]

/** The problem of a request that needs a feature which is not enabled for the account. */
export const problemOfMissingFeature: Record<Feature, ProblemCode> = {
  abandonedCarts: 'feature_not_enabled',
  subscriptions: 'subscriptions_not_enabled',
  creditNotes: 'feature_not_enabled',
}

export const publicCodeOf = (code: ProblemCode): string => (definitions[code] as Definition)[2] ?? code
export const publicCodes = [...new Set((Object.keys(definitions) as ProblemCode[]).map(publicCodeOf))]

/** Messages by the path of a field: `{ "rates[0].cost": ["is required"] }`. */
export type FieldErrors = Record<string, string[]>

export const fieldPath = (steps: readonly PropertyKey[]) => steps.reduce<string>(pathOf, '')

/** Returns the path of a field or an array entry, given the path of the object or array that contains it. */
export function pathOf(parent: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${parent}[${step}]`
  const name = String(step) || '""'
  return parent ? `${parent}.${name}` : name
}

interface ProblemOptions {
  message?: string
  errors?: FieldErrors
  headers?: Record<string, string>
  /** Additional fields of the body, which RFC 9457 calls extension members. */
  extensions?: Record<string, string>
}

/** These limits keep replies small, however many faults the input has and however long its texts are. */
const [maxFields, maxFaultsPerField] = [50, 3]
const [maxFieldLength, maxFaultLength, maxMessageLength] = [600, 200, 3000]

export const truncate = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text

const limitErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors)
      .slice(0, maxFields)
      .map(([field, faults]) => [
        truncate(field, maxFieldLength),
        faults.slice(0, maxFaultsPerField).map(fault => truncate(fault, maxFaultLength)),
      ]),
  )

/** An error that is returned to the caller. Modules throw problems, and only `lib/http` converts them to replies. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly errors: FieldErrors
  readonly headers: Record<string, string>
  readonly extensions: Record<string, string>

  constructor(code: ProblemCode, details: ProblemOptions = {}) {
    super(truncate(details.message ?? definitions[code][1], maxMessageLength))
    this.code = code
    this.errors = limitErrors(details.errors ?? {})
    this.headers = details.headers ?? {}
    this.extensions = details.extensions ?? {}
  }
}

/**
 * Returns a problem that reports faults by field. Its message contains only one fault for each of the first three
 * fields.
 */
export function validationProblem(errors: FieldErrors): Problem {
  const count = Object.keys(errors).length
  const messages = Object.entries(limitErrors(errors)).map(([field, faults]) => `${field || 'The body'} ${faults[0]}`)
  const shown = messages.slice(0, 3).join('; ')
  const rest = count > 3 ? `; and ${count - 3} more` : ''
  return new Problem('validation_failed', { message: `${shown}${rest}.`, errors })
}

interface Maintenance {
  /** The time when the maintenance is expected to end. */
  until: string
  message?: string | null | undefined
}

/**
 * API Gateway caches the result of the authorizer for this long, so a request that is repeated sooner may fail even
 * after the maintenance.
 */
const minRetrySeconds = 60

export function maintenanceProblem({ until, message }: Maintenance): Problem {
  const seconds = Math.ceil((Date.parse(until) - now().getTime()) / 1000)
  const headers = { 'Retry-After': String(Math.max(seconds, minRetrySeconds)) }
  return new Problem('maintenance', { ...(message && { message }), headers })
}

/** Returns the body of a problem as in RFC 9457, with the additional fields that callers of this API expect. */
export function problemBody(problem: Problem, requestId: string) {
  const code = publicCodeOf(problem.code)
  return {
    type: `urn:back-office:problem:${code}`,
    title: definitions[problem.code][1],
    status: statusOf(problem.code),
    detail: problem.message,
    code,
    message: problem.message,
    errors: problem.errors,
    ...problem.extensions,
    requestId,
  }
}
