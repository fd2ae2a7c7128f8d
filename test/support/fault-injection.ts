/** Injects faults that DynamoDB Local never has, between the SDK and the database. */

import { onTestFinished } from 'vitest'
import { toJson } from '../../lib/core/json.ts'
import { client } from '../../lib/store/client.ts'

let wrapperCount = 0

/**
 * Wraps each request to the database: `handle` may delay it, repeat it, skip it or drop its reply. Returns a function
 * that removes the wrapper.
 */
export function around(
  handle: (command: string, send: () => Promise<unknown>, input: object) => Promise<unknown>,
): () => void {
  const name = `fault-${++wrapperCount}`
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      args =>
        handle(commandName, () => next(args), args.input) as ReturnType<typeof next>,
    { name, step: 'initialize', priority: 'high' },
  )
  return () => client.middlewareStack.remove(name)
}

/**
 * Runs `other` once, before the first matching request is sent. This simulates another process that interferes at this
 * point.
 */
export function interruptOnce(matches: (command: string, input: string) => boolean, other: () => Promise<unknown>) {
  let isDone = false
  const restore = around(async (command, request, input) => {
    if (!isDone && matches(command, toJson(input))) {
      isDone = true
      await other()
    }
    return request()
  })
  onTestFinished(restore)
  return { restore, isDone: () => isDone }
}

const failure = (name: string) => Object.assign(new Error(`Injected: ${name}`), { name })

/** Returns the error of a request that was not executed. */
export const throttled = () => failure('ThrottlingException')
/** Returns the error of a request that may have been executed. */
export const lostReply = () => failure('TimeoutError')

/** Returns the error of a cancelled transaction, with a reason for each of its writes. */
export const cancelled = (...codes: string[]) =>
  Object.assign(failure('TransactionCanceledException'), { CancellationReasons: codes.map(Code => ({ Code })) })

/** Returns the error of a single write that conflicts with a transaction on its row. */
export const metTransaction = () => failure('TransactionConflictException')

/** Whether a process stops before a request is sent, or after it is executed, so that only the reply is lost. */
export type Moment = 'before' | 'after'

/**
 * Simulates a process that stops before or after request `n` to the table, counted from 0. No later request is sent.
 * Returns whether there was a request `n`. In the table, a stop after a request leaves the same rows as a stop before
 * the next one. So `after` is only needed if the process asks another system between two requests.
 */
export async function stopAt(n: number, moment: Moment, run: () => Promise<unknown>): Promise<boolean> {
  let count = 0
  const restore = around(async (_, send) => {
    const position = count++
    if (position < n) return send()
    if (position === n && moment === 'after') await send()
    throw lostReply()
  })
  await run()
    .catch(() => {})
    .finally(restore)
  return count > n
}

interface BatchGetInput {
  RequestItems: Record<string, { Keys: Record<string, unknown>[] }>
}
interface BatchGetReply {
  output: { Responses: Record<string, object[]>; UnprocessedKeys: object }
}

/** Reads only the first keys of each batch, as a throttled table does, and returns the others as unprocessed. */
export const limitBatchGet = (maxKeys: number) =>
  around(async (command, send, input) => {
    if (command !== 'BatchGetItemCommand') return send()
    const { RequestItems } = input as BatchGetInput
    const unprocessed = Object.entries(RequestItems).map(([table, { Keys }]) => {
      const rest = Keys.splice(maxKeys)
      return [table, { Keys: rest }] as const
    })
    const reply = (await send()) as BatchGetReply
    reply.output.UnprocessedKeys = Object.fromEntries(unprocessed.filter(([, { Keys }]) => Keys.length > 0))
    return reply
  })
