/** A queue of dead letters, in AWS or on this machine. */

import { isObject } from '../../../lib/core/json.ts'

/** The queues of dead letters; `stream` contains changes of the table. */
export const letterSources = ['checkout', 'stream', 'mail'] as const
export type LetterSource = (typeof letterSources)[number]

export interface Letter {
  id: string
  time: string
  /** A short description for people, such as the name of an event. */
  subject: string
  reason: string
  /** The event, mail or changes that the worker received. */
  content: unknown
}

export interface LetterQueue {
  /** The number of letters that are read at most. */
  max: number
  /** Reads the letters, oldest first. */
  read: () => Promise<Letter[]>
  /** Throws with the reason if the letter stays, or fails again and becomes a new letter. */
  redrive: (letter: Letter) => Promise<void>
  drop: (letter: Letter) => Promise<void>
  /** A text that is printed after letters were redriven. */
  note: string | null
  close: () => Promise<void>
}

/** Returns the text itself if it is not JSON. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Returns the event's name and account, if the event has them. */
export function eventSubject(content: unknown): string {
  const detail = isObject(content) ? content.detail : undefined
  if (!isObject(detail)) return 'no event'
  const { eventName = 'an event', account = '-', mode = '-' } = detail
  return `${eventName} of ${account} ${mode}`
}

/** A change cannot be redriven after 24 hours, as the stream does not keep it longer. */
export const trimmed = () =>
  new Error(
    'The stream does not have the change any more. For maintenance.run, "check --repair" of the store repairs what it missed ("lists recount" the totals only). Then drop the letter.',
  )
