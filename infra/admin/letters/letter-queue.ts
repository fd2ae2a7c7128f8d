/** A queue of dead letters, in AWS or on this machine. */

import { isObject } from '../../../lib/core/json.ts'

/** `stream`: changes of the table. */
export const letterSources = ['checkout', 'stream', 'mail'] as const
export type LetterSource = (typeof letterSources)[number]

export interface Letter {
  id: string
  time: string
  /** What it is about, for people. */
  subject: string
  reason: string
  /** What the worker received. */
  content: unknown
}

export interface LetterQueue {
  /** So many are read at most. */
  max: number
  /** Oldest first. */
  read: () => Promise<Letter[]>
  /** Throws if the letter stays, or is a letter again, with the reason. */
  redrive: (letter: Letter) => Promise<void>
  drop: (letter: Letter) => Promise<void>
  /** Printed after letters were redriven. */
  note: string | null
  close: () => Promise<void>
}

export const oldestFirst = (letters: Letter[]) =>
  letters.toSorted((one, other) => one.time.localeCompare(other.time))

/** As text if it is not JSON. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** The event's name and account, as far as it has them. */
export function eventSubject(content: unknown): string {
  const detail = isObject(content) ? content.detail : undefined
  if (!isObject(detail)) return 'no event'
  const { eventName = 'an event', account = '-', mode = '-' } = detail
  return `${eventName} of ${account} ${mode}`
}

/** The stream keeps changes for 24 hours. */
export const trimmed = () =>
  new Error(
    'The stream does not have the change any more. For maintenance.run, "check --repair" of the store repairs what it missed ("lists recount" the totals only). Then drop the letter.',
  )
