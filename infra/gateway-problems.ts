/** What the gateway itself answers when a request never reaches a Lambda; the stack and the local gateway both read it. */

import { Problem, type ProblemCode, problemBody, statusOf } from '../lib/core/problem.ts'

/** Only a gateway response can send this header: set by a Lambda, API Gateway renames it on the way out. */
const challenge = { 'WWW-Authenticate': 'Basic realm="store"' }
const patience = { 'Retry-After': '1' }

interface GatewayProblem {
  code: ProblemCode
  headers?: Record<string, string>
}

/** By API Gateway's own name of the response type. */
export const gatewayProblems = {
  UNAUTHORIZED: { code: 'unauthorized', headers: challenge },
  /** The authorizer refuses by a policy, which can be cached; to the caller it is the same as no key. */
  ACCESS_DENIED: { code: 'unauthorized', headers: challenge },
  EXPIRED_TOKEN: { code: 'unauthorized', headers: challenge },
  INVALID_API_KEY: { code: 'unauthorized', headers: challenge },
  INVALID_SIGNATURE: { code: 'unauthorized', headers: challenge },
  /** API Gateway's odd name for a path or a method that is not there. */
  MISSING_AUTHENTICATION_TOKEN: { code: 'unknown_path' },
  RESOURCE_NOT_FOUND: { code: 'unknown_path' },
  WAF_FILTERED: { code: 'forbidden' },
  REQUEST_TOO_LARGE: { code: 'body_too_large' },
  UNSUPPORTED_MEDIA_TYPE: { code: 'unsupported_media_type' },
  BAD_REQUEST_BODY: { code: 'validation_failed' },
  BAD_REQUEST_PARAMETERS: { code: 'validation_failed' },
  DEFAULT_4XX: { code: 'validation_failed' },
  THROTTLED: { code: 'too_many_requests', headers: patience },
  QUOTA_EXCEEDED: { code: 'too_many_requests', headers: patience },
  INTEGRATION_FAILURE: { code: 'bad_gateway' },
  INTEGRATION_TIMEOUT: { code: 'timeout' },
  AUTHORIZER_FAILURE: { code: 'internal_error' },
  AUTHORIZER_CONFIGURATION_ERROR: { code: 'internal_error' },
  API_CONFIGURATION_ERROR: { code: 'internal_error' },
  DEFAULT_5XX: { code: 'internal_error' },
} as const satisfies Record<string, GatewayProblem>

export type GatewayResponse = keyof typeof gatewayProblems

/** Status, headers and body of a gateway's own answer; in AWS `requestId` is the variable that API Gateway fills in. */
export function gatewayAnswer({ code, headers = {} }: GatewayProblem, requestId: string) {
  return {
    statusCode: statusOf(code),
    headers: { ...headers, 'Content-Type': 'application/problem+json', 'X-Request-Id': requestId },
    body: JSON.stringify(problemBody(new Problem(code), requestId)),
  }
}
