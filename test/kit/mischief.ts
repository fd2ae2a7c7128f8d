/** What DynamoDB does in bad weather and DynamoDB Local never does: injected between the SDK and the database. */

import { client } from '../../lib/store/client.ts'

/** Runs each request as it likes: late, twice, not at all, or done with its reply lost. */
export function around(
  runs: (command: string, send: () => Promise<unknown>) => Promise<unknown>,
): () => void {
  const name = `mischief-${Math.random()}`
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      args =>
        runs(commandName, () => next(args)) as ReturnType<typeof next>,
    { name, step: 'initialize', priority: 'high' },
  )
  return () => client.middlewareStack.remove(name)
}

const failure = (name: string) => Object.assign(new Error(`Injected: ${name}`), { name })

/** A request that was never done. */
export const throttled = () => failure('ThrottlingException')
/** A request that may have been done. */
export const lostReply = () => failure('TimeoutError')

/** A transaction that was not done, with a reason for each of its writes. */
export const cancelled = (...codes: string[]) =>
  Object.assign(failure('TransactionCanceledException'), {
    CancellationReasons: codes.map(Code => ({ Code })),
  })

/** A single write that met a transaction on its row. */
export const metTransaction = () => failure('TransactionConflictException')
