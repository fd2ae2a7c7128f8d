/** Lists the problems that an endpoint defines, and the problems that follow from its method, access and input. */

import { type ProblemCode, problemOfMissingFeature } from '../core/problem.ts'
import type { Route } from './route.ts'

const always: ProblemCode[] = [
  'validation_failed',
  'not_acceptable',
  'too_many_requests',
  'internal_error',
  'bad_gateway',
  'timeout',
]
const withKey: ProblemCode[] = ['unauthorized', 'insufficient_scope', 'account_disabled', 'maintenance']
const withParams: ProblemCode[] = ['not_found']
const withBody: ProblemCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type']
const withRawBody: ProblemCode[] = ['body_too_large']
const withGateway: ProblemCode[] = ['gateway_not_connected', 'gateway_refused', 'gateway_timeout']
const withIdempotencyKey: ProblemCode[] = ['request_in_progress', 'idempotency_key_reused']

export function problemsOf(route: Route): ProblemCode[] {
  return [
    ...new Set<ProblemCode>([
      ...(route.isPublic ? [] : withKey),
      ...(route.body ? withBody : []),
      ...(route.isWebhook ? withRawBody : []),
      ...(route.usesGateway && !route.isPublic ? withGateway : []),
      ...(route.method === 'POST' && !route.isPublic ? withIdempotencyKey : []),
      ...(route.feature ? [problemOfMissingFeature[route.feature]] : []),
      ...(route.params ? withParams : []),
      ...(route.problems ?? []),
      ...always,
    ]),
  ]
}
