/** Which refusals an endpoint may answer: its own, and those that come with what it is. */

import type { ProblemCode } from '../core/problem.ts'
import type { Route } from './route.ts'

const always: ProblemCode[] = [
  'not_acceptable',
  'too_many_requests',
  'internal_error',
  'bad_gateway',
  'timeout',
]
const behindKey: ProblemCode[] = ['unauthorized', 'account_disabled']
const ofBodies: ProblemCode[] = [
  'malformed_json',
  'validation_failed',
  'body_too_large',
  'unsupported_media_type',
]
const ofRepeats: ProblemCode[] = ['request_in_progress', 'idempotency_key_reused', 'validation_failed']

export function problemsOf(route: Route): ProblemCode[] {
  return [
    ...new Set<ProblemCode>([
      ...(route.access === 'public' ? [] : behindKey),
      ...(route.query ? (['validation_failed'] as const) : []),
      ...(route.body ? ofBodies : []),
      ...(route.method === 'POST' ? ofRepeats : []),
      ...(route.problems ?? []),
      ...always,
    ]),
  ]
}
