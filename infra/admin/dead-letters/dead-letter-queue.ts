/** Defines a queue of dead letters, which is in AWS or on this machine. */

import { isObject } from '../../../lib/core/json.ts'

/** The sources of dead letters. A dead letter of `stream` has the positions of changes, but not the changes. */
export const deadLetterSources = ['checkout', 'stream', 'mail'] as const
export type DeadLetterSource = (typeof deadLetterSources)[number]

export interface DeadLetter {
  id: string
  time: string
  /** A short description for people, such as the name of an event. */
  subject: string
  reason: string
  /** The event or the key of the mail that the worker received, or the position of the changes in the stream. */
  content: unknown
  /** Sends the message to its worker again. Rejects if the message is still a dead letter afterwards. */
  redrive: () => Promise<void>
  drop: () => Promise<void>
}

export interface DeadLetterQueue {
  /** `read` stops when it has at least this many dead letters. */
  max: number
  /** Reads the dead letters, oldest first. */
  read: () => Promise<DeadLetter[]>
  /** This text, if any, is printed after dead letters were redriven. */
  note: string | null
  close: () => Promise<void>
}

/**
 * Returns a text such as `order.completed of 1001 Live`. An invalid event may lack the name, the account or the mode.
 */
export function checkoutEventSubject(content: unknown): string {
  const detail = isObject(content) ? content.detail : undefined
  if (!isObject(detail)) return 'no event'
  const { eventName = 'an event', account = '-', mode = '-' } = detail
  return `${eventName} of ${account} ${mode}`
}

/** The stream keeps a change for only 24 hours, so an older change cannot be redriven. */
export const createTrimmedChangeError = () =>
  new Error(
    'The stream does not have the change any more. For maintenance.run, "check --repair" of the store repairs what it missed ("lists recount" the totals only). Then drop the letter.',
  )
