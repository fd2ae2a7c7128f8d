/**
 * TanStack Query options that repeat a request until the API accepts or refuses it, and the progress of such a request.
 */

import { problemOf } from '../session/client.ts'
import { isUndecided } from './idempotency-key.ts'

/**
 * The state of a sent request. `underWay` means that the API works on the request, or waits for the payment gateway.
 * `waiting` means that the API has replied with any other temporary error, such as the status 429.
 */
export type Progress = 'sending' | 'underWay' | 'waiting' | 'unreachable'

const longestPause = 15_000

/** Returns the milliseconds until the next attempt: the value of `Retry-After`, or else an exponential backoff. */
const pauseAfter = (failures: number, error: unknown): number =>
  problemOf(error)?.retryAfter ?? Math.min(1000 * 2 ** failures, longestPause)

/** Options for requests with an idempotency key. Each attempt must send the same key. */
export const retryUntilDecidedOptions = {
  retry: (_: number, error: unknown) => isUndecided(error),
  retryDelay: pauseAfter,
  networkMode: 'always',
} as const

/** Returns the state of a request. `failure` is the error of the last attempt, or null during the first attempt. */
export function progressOf(failure: unknown): Progress {
  if (!failure) return 'sending'
  const problem = problemOf(failure)
  if (!problem) return 'unreachable'
  return problem.code === 'gateway_timeout' || problem.code === 'request_in_progress' ? 'underWay' : 'waiting'
}
