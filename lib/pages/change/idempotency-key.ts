/**
 * Creates one idempotency key for each change that a person intends. All repetitions of a request have the same key.
 */

import { useRef } from 'react'
import { problemOf } from '../session/client.ts'

/** Returns whether the same request may still succeed, because the error is not a final refusal. */
export const isUndecided = (error: unknown) => {
  const problem = problemOf(error)
  return !problem || problem.status >= 500 || problem.status === 429 || problem.code === 'request_in_progress'
}

/**
 * Returns whether the API has rejected the request because of a maintenance, before it did anything. If this is the
 * reply to the first request with an idempotency key, the change was not made.
 */
export const isMaintenance = (error: unknown) => problemOf(error)?.code === 'maintenance'

/**
 * Returns functions that keep the idempotency key of a change. The key is kept until the API has accepted or refused
 * the request, or another input is sent. So a second click after a lost connection repeats the first request, and does
 * not start a new one.
 */
export function useIdempotencyKey() {
  const intent = useRef<{ input: string; key: string } | null>(null)
  const textOf = (input: unknown) => JSON.stringify({ input })
  return {
    /** Returns whether this input was the last one that was sent, and the API has not accepted or refused it yet. */
    isRepeated: (input: unknown): boolean => intent.current?.input === textOf(input),
    keyFor(input: unknown): string {
      const text = textOf(input)
      if (intent.current?.input !== text) intent.current = { input: text, key: newIdempotencyKey() }
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

/**
 * Returns a random key. The function does not use `crypto.randomUUID`, because browsers offer it only in secure
 * contexts, such as pages with HTTPS.
 */
export const newIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
