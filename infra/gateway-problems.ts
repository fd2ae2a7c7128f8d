/** The replies of the gateway itself, when a request reaches no Lambda: for the stack and for the local gateway. */

import { Problem, type ProblemCode, problemBody, statusOf } from '../lib/core/problem.ts'
import type { Route } from '../lib/http/route.ts'

/** Only a gateway response can send this header: API Gateway renames it when a Lambda sets it. */
const challenge = { 'WWW-Authenticate': 'Basic realm="store"' }
const retryAfter = { 'Retry-After': '1' }

interface GatewayProblem {
  code: ProblemCode
  /** Default: the text of the code. */
  message?: string
  headers?: Record<string, string>
}

/** By API Gateway's own name of the response type. */
export const gatewayProblems = {
  UNAUTHORIZED: { code: 'unauthorized', headers: challenge },
  /** The authorizer denies by a policy, which API Gateway caches; to the caller it is the same as no key. */
  ACCESS_DENIED: { code: 'unauthorized', headers: challenge },
  EXPIRED_TOKEN: { code: 'unauthorized', headers: challenge },
  INVALID_API_KEY: { code: 'unauthorized', headers: challenge },
  INVALID_SIGNATURE: { code: 'unauthorized', headers: challenge },
  /** API Gateway's name for an unknown path or method. */
  MISSING_AUTHENTICATION_TOKEN: { code: 'unknown_path' },
  RESOURCE_NOT_FOUND: { code: 'unknown_path' },
  WAF_FILTERED: { code: 'forbidden' },
  REQUEST_TOO_LARGE: { code: 'body_too_large' },
  UNSUPPORTED_MEDIA_TYPE: { code: 'unsupported_media_type' },
  BAD_REQUEST_BODY: { code: 'validation_failed' },
  BAD_REQUEST_PARAMETERS: { code: 'validation_failed' },
  DEFAULT_4XX: { code: 'validation_failed' },
  THROTTLED: { code: 'too_many_requests', headers: retryAfter },
  QUOTA_EXCEEDED: { code: 'too_many_requests', headers: retryAfter },
  INTEGRATION_FAILURE: { code: 'bad_gateway' },
  INTEGRATION_TIMEOUT: { code: 'timeout' },
  AUTHORIZER_FAILURE: { code: 'internal_error' },
  AUTHORIZER_CONFIGURATION_ERROR: { code: 'internal_error' },
  API_CONFIGURATION_ERROR: { code: 'internal_error' },
  DEFAULT_5XX: { code: 'internal_error' },
} as const satisfies Record<string, GatewayProblem>

export type GatewayResponse = keyof typeof gatewayProblems

/** The problem of a path with these routes when a request has another method. */
export function methodNotAllowed(routes: readonly Route[]): GatewayProblem {
  const methods = routes.map(({ method }) => method)
  const message = `The path supports only ${new Intl.ListFormat('en').format(methods)}.`
  return { code: 'method_not_allowed', message, headers: { Allow: methods.join(', ') } }
}

/** A reply of the gateway itself; in AWS `requestId` is the variable that API Gateway fills in. */
export function gatewayReply({ code, ...details }: GatewayProblem, requestId: string) {
  const problem = new Problem(code, details)
  return {
    statusCode: statusOf(code),
    headers: { ...problem.headers, 'Content-Type': 'application/problem+json', 'X-Request-Id': requestId },
    body: JSON.stringify(problemBody(problem, requestId)),
  }
}

/** The local gateway throws it to reply as API Gateway itself would. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly responseType: GatewayResponse

  constructor(responseType: GatewayResponse, cause?: unknown) {
    super(responseType, { cause })
    this.responseType = responseType
  }
}
