/** What the caller of an operation gets: its result, or a problem. */

import { Problem } from '../core/problem.ts'
import type { Outcome } from './perform.ts'

interface Texts {
  /** Such as `Nothing was refunded.` */
  nothingDone: string
  underWay: string
  retryAfterSeconds: number
  /** Additional members of the problem's body. */
  extensions?: Record<string, string>
}

export function resultOf<T>(outcome: Outcome<T>, texts: Texts): T {
  switch (outcome.state) {
    case 'settled':
      return outcome.value
    case 'refused':
      throw new Problem('gateway_refused', { message: `The payment gateway refused: ${outcome.reason}` })
    case 'unreachable':
      throw timeout(
        `${outcome.reason ?? 'The payment gateway could not be reached.'} ${texts.nothingDone}`,
        texts,
      )
    case 'unavailable':
      throw timeout(`The payment gateway that was asked is no longer connected. ${texts.underWay}`, texts)
    case 'under way':
      throw timeout(`The payment gateway did not answer in time. ${texts.underWay}`, texts)
  }
}

const timeout = (message: string, { retryAfterSeconds, extensions = {} }: Texts) =>
  new Problem('gateway_timeout', {
    message,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extensions,
  })
