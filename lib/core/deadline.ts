/** Limits the duration of invocations and of AWS calls. An invocation sends nothing to AWS after its deadline. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { now } from './clock.ts'
import { Problem } from './problem.ts'

const current = new AsyncLocalStorage<{ at: number; signal: AbortSignal }>()

/** The deadline is one second before the timeout of the Lambda, so that the Lambda can still reply. */
const marginMilliseconds = 1000

/** Throws the problem `timeout` if `work` is still running one second before the timeout of the Lambda. */
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

/** Returns infinity outside of an invocation, for example in a command. */
export const millisecondsLeft = () => (current.getStore()?.at ?? Number.POSITIVE_INFINITY) - now().getTime()

/**
 * The timeouts of one attempt of an AWS call, so that one lost packet does not use up the time of the whole request.
 */
export const sdkTimeouts = {
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
}

type Handler = (args: unknown) => Promise<unknown>

interface SdkClient {
  send: (command: unknown, options?: object) => Promise<unknown>
  middlewareStack: { add: (middleware: (next: Handler) => Handler, options: object) => void }
}

/** Changes a client of the AWS SDK so that the client sends no request after the deadline. */
export function stopAtDeadline(sdkClient: object): void {
  const client = sdkClient as SdkClient
  const send = client.send.bind(client)
  client.send = (command, options) => send(command, { ...options, abortSignal: current.getStore()?.signal })
  /**
   * Checks the time before each attempt, because the timer that aborts requests may be late after the Lambda was
   * frozen.
   */
  const checkTime = (next: Handler) => async (args: unknown) => {
    if (millisecondsLeft() <= 0) throw new Problem('timeout')
    return next(args)
  }
  client.middlewareStack.add(checkTime, { name: 'deadline', step: 'finalizeRequest', priority: 'low' })
}

/** Many requests need no client, so the client is created at the first call of the returned function. */
export function connectOnFirstUse<Client extends object>(connect: () => Client): () => Client {
  let client: Client | undefined
  return () => {
    if (client) return client
    client = connect()
    stopAtDeadline(client)
    return client
  }
}
