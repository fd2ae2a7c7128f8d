/** Limits how long an AWS call and an invocation take. After its deadline, an invocation sends nothing more to AWS. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { now } from './clock.ts'
import { Problem } from './problem.ts'

const current = new AsyncLocalStorage<{ at: number; signal: AbortSignal }>()

/** The deadline is this long before the timeout of the Lambda, so that the Lambda can still reply. */
const marginMilliseconds = 1000

/** Runs `work`, and throws the problem `timeout` if it has not finished shortly before the Lambda's time is over. */
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

/** Returns the time until the deadline, which is infinite outside of an invocation, such as in a command. */
export const millisecondsLeft = () => (current.getStore()?.at ?? Number.POSITIVE_INFINITY) - now().getTime()

/**
 * Each attempt of a call to AWS has these timeouts, in milliseconds. Otherwise one lost packet could use up the time of
 * the whole request.
 */
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
  /**
   * Checks the time before each attempt. The SDK makes further attempts by itself, and the timer of the deadline is
   * late if the Lambda was frozen.
   */
  const checkTime = (next: Handler) => async (args: unknown) => {
    if (millisecondsLeft() <= 0) throw new Problem('timeout')
    return next(args)
  }
  client.middlewareStack.add(checkTime, { name: 'deadline', step: 'finalizeRequest', priority: 'low' })
}

/**
 * Returns a function that creates a client at its first call, because many requests need no client. The client sends no
 * request after the deadline.
 */
export function connectOnFirstUse<Client extends object>(connect: () => Client): () => Client {
  let client: Client | undefined
  return () => {
    if (client) return client
    client = connect()
    stopAtDeadline(client)
    return client
  }
}
