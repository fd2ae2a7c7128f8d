/** Limits the duration of calls to AWS, by timeouts and by the deadline of the invocation. */

import { deadlineSignal, millisecondsLeft } from './deadline.ts'
import { Problem } from './problem.ts'

/** These timeouts limit one attempt, so that one lost packet does not use up the time of the whole request. */
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
  client.send = (command, options) => send(command, { ...options, abortSignal: deadlineSignal() })
  /** Checks the time before each attempt, because a timer may fire late after the Lambda was frozen. */
  const checkTime = (next: Handler) => async (args: unknown) => {
    if (millisecondsLeft() <= 0) throw new Problem('timeout')
    return next(args)
  }
  client.middlewareStack.add(checkTime, { name: 'deadline', step: 'finalizeRequest', priority: 'low' })
}

/** Returns a function that creates the client when it is first called, because many requests need no client. */
export function lazyClient<Client extends object>(connect: () => Client): () => Client {
  let client: Client | undefined
  return () => {
    if (client) return client
    client = connect()
    stopAtDeadline(client)
    return client
  }
}
