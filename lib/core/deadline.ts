/** Limits the duration of a Lambda invocation. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { now } from './clock.ts'
import { Problem } from './problem.ts'

const current = new AsyncLocalStorage<{ at: number; signal: AbortSignal }>()

/** The deadline is this long before the end of the remaining time, so that the Lambda can still reply. */
const marginMilliseconds = 1000

/** Runs `work`. Throws the problem `timeout` if `work` still runs at the deadline. */
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

/** Returns the time until the deadline; infinity outside of `runWithDeadline`, for example in a command. */
export const millisecondsLeft = () => (current.getStore()?.at ?? Number.POSITIVE_INFINITY) - now().getTime()

/** Returns the signal that is aborted at the deadline; undefined outside of `runWithDeadline`. */
export const deadlineSignal = () => current.getStore()?.signal
