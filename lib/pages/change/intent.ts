/** Makes an idempotency key for each intent of a person, however often it is sent. */

import { useRef } from 'react'
import { problemOf } from '../session/api.ts'

/** After these problems, the API may still carry out the request. */
export const isUndecided = (error: unknown) => {
  const problem = problemOf(error)
  return !problem || problem.status >= 500 || problem.status === 429 || problem.code === 'request_in_progress'
}

/**
 * The same input keeps its key until the API has accepted or refused it. A person who clicks again after a lost
 * connection repeats the first request, and does not start another one.
 */
export function useIntent() {
  const intent = useRef<{ input: string; key: string } | null>(null)
  const textOf = (input: unknown) => JSON.stringify({ input })
  return {
    /** This input was sent before, and its outcome is not known. */
    isRepeated: (input: unknown): boolean => intent.current?.input === textOf(input),
    keyFor(input: unknown): string {
      const text = textOf(input)
      if (intent.current?.input !== text) intent.current = { input: text, key: newKey() }
      return intent.current.key
    },
    succeed(): void {
      intent.current = null
    },
    fail(error: unknown): void {
      if (!isUndecided(error)) intent.current = null
    },
  }
}

/** Pages without HTTPS have no `crypto.randomUUID`. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
