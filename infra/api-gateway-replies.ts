/** Defines the replies that API Gateway, or the local gateway, sends itself instead of the reply of a Lambda. */

import { Problem, type ProblemCode, problemBody, statusOf } from '../lib/core/problem.ts'
import type { Route } from '../lib/http/route.ts'

/** Only API Gateway's own replies have this header, because API Gateway would rename it in a reply of a Lambda. */
const challenge = { 'WWW-Authenticate': 'Basic realm="store"' }
const retryAfter = { 'Retry-After': '1' }

interface GatewayProblem {
  code: ProblemCode
  /** The message of the problem, if it is not the default message of `code`. */
  message?: string
  headers?: Record<string, string>
}

/**
 * API Gateway sends these responses itself, without a Lambda. The keys are API Gateway's names, and the values are the
 * problems that the responses contain.
 */
export const apiGatewayProblems = {
  UNAUTHORIZED: { code: 'unauthorized', headers: challenge },
  /** The key is valid, but the authorizer's policy does not allow this request. */
  ACCESS_DENIED: { code: 'insufficient_scope' },
  EXPIRED_TOKEN: { code: 'unauthorized', headers: challenge },
  INVALID_API_KEY: { code: 'unauthorized', headers: challenge },
  INVALID_SIGNATURE: { code: 'unauthorized', headers: challenge },
  /** This is API Gateway's name for an unknown path or method. */
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

export type ApiGatewayResponseType = keyof typeof apiGatewayProblems

/** Returns the problem for a request with a method that the path does not support. */
export function methodNotAllowedProblem(routes: readonly Route[]): GatewayProblem {
  const methods = routes.map(({ method }) => method)
  const message = `The path supports only ${new Intl.ListFormat('en').format(methods)}.`
  return { code: 'method_not_allowed', message, headers: { Allow: methods.join(', ') } }
}

/** Returns a reply of the gateway itself. In AWS, `requestId` is a variable that API Gateway replaces. */
export function apiGatewayReply({ code, ...details }: GatewayProblem, requestId: string) {
  const problem = new Problem(code, details)
  return {
    statusCode: statusOf(code),
    headers: { ...problem.headers, 'Content-Type': 'application/problem+json', 'X-Request-Id': requestId },
    body: JSON.stringify(problemBody(problem, requestId)),
  }
}

/** The local gateway throws this error to send one of API Gateway's own replies. */
export class ApiGatewayError extends Error {
  override readonly name = 'ApiGatewayError'
  readonly responseType: ApiGatewayResponseType

  constructor(responseType: ApiGatewayResponseType, cause?: unknown) {
    super(responseType, { cause })
    this.responseType = responseType
  }
}
