/** Repeats a request until the API has accepted or refused it, and says how it goes on until then. */

import { problemOf } from '../session/api.ts'
import { isUndecided } from './intent.ts'

/** How a request goes on that was sent: `underWay` if the payment gateway has not answered yet. */
export type Progress = 'sending' | 'underWay' | 'waiting' | 'unreachable'

const longestPause = 15_000

/** In milliseconds. The API says how long to wait after too many requests, and while a change is under way. */
const pauseAfter = (failures: number, error: unknown): number =>
  problemOf(error)?.retryAfter ?? Math.min(1000 * 2 ** failures, longestPause)

/** Options of a query or a mutation, whose request must have the same idempotency key each time. */
export const untilDecided = {
  retry: (_: number, error: unknown) => isUndecided(error),
  retryDelay: pauseAfter,
  networkMode: 'always',
} as const

/** `failure` is that of the last request; null while the first one is sent. */
export function progressOf(failure: unknown): Progress {
  if (!failure) return 'sending'
  const problem = problemOf(failure)
  if (!problem) return 'unreachable'
  return problem.code === 'gateway_timeout' || problem.code === 'request_in_progress' ? 'underWay' : 'waiting'
}
