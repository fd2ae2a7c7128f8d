/** How long a Lambda waits: for one call of AWS, and in all. After its deadline, an invocation sends nothing more to the table. */

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

/** In milliseconds, for each attempt of a call: one lost packet must not use up the time of the whole request. */
export const sdkTimeouts = {
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
}

type Handler = (args: unknown) => Promise<unknown>

interface SdkClient {
  send: (command: unknown, options?: object) => Promise<unknown>
  middlewareStack: { add: (middleware: (next: Handler) => Handler, options: object) => void }
}

/** Makes a client of the AWS SDK send no request after the deadline. */
export function stopAtDeadline(sdkClient: object): void {
  const client = sdkClient as SdkClient
  const send = client.send.bind(client)
  client.send = (command, options) => send(command, { ...options, abortSignal: current.getStore()?.signal })
  /** Each attempt reads the clock: the SDK's retries end too, and the timer of a frozen Lambda fires late. */
  const checkTime = (next: Handler) => async (args: unknown) => {
    if (millisecondsLeft() <= 0) throw new Problem('timeout')
    return next(args)
  }
  client.middlewareStack.add(checkTime, { name: 'deadline', step: 'finalizeRequest', priority: 'low' })
}
