/** The deadline of a Lambda's invocation: after it, the invocation sends nothing more to the table. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { now } from './clock.ts'
import { Problem } from './problem.ts'

interface Deadline {
  at: number
  signal: AbortSignal
}

const current = new AsyncLocalStorage<Deadline>()

/** Before the timeout of the Lambda, so that it can still reply. */
const marginMilliseconds = 1000

/** Runs work for at most the remaining time of a Lambda; then throws the problem `timeout`. */
export async function runWithDeadline<T>(remainingMilliseconds: number, work: () => Promise<T>): Promise<T> {
  const available = remainingMilliseconds - marginMilliseconds
  const controller = new AbortController()
  const expiry = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    controller.abort()
    expiry.reject(new Problem('timeout'))
  }, available)
  const deadline = { at: now().getTime() + available, signal: controller.signal }
  try {
    return await Promise.race([current.run(deadline, work), expiry.promise])
  } catch (error) {
    throw now().getTime() >= deadline.at ? new Problem('timeout') : error
  } finally {
    clearTimeout(timer)
  }
}

/** Infinite outside of an invocation, such as in a command. */
export const millisecondsLeft = () => (current.getStore()?.at ?? Number.POSITIVE_INFINITY) - now().getTime()

/** Reads the clock, since the timer of a Lambda that was frozen fires late. */
export function requireTimeLeft(): void {
  if (millisecondsLeft() <= 0) throw new Problem('timeout')
}

export const deadlineSignal = (): AbortSignal | undefined => current.getStore()?.signal
