/** What DynamoDB does in bad weather and DynamoDB Local never does: injected between the SDK and the database. */

import { client } from '../../lib/store/client.ts'

let count = 0

/** Runs each request as it likes: late, twice, not at all, or done with its reply lost. */
export function around(
  runs: (command: string, send: () => Promise<unknown>, input: object) => Promise<unknown>,
): () => void {
  const name = `mischief-${++count}`
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      args =>
        runs(commandName, () => next(args), args.input) as ReturnType<typeof next>,
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

interface Getting {
  RequestItems: Record<string, { Keys: Record<string, unknown>[] }>
}
interface Got {
  output: { Responses: Record<string, object[]>; UnprocessedKeys: object }
}

/** A throttled table processes only the first rows of a batch, and returns the rest as unprocessed. */
export const leavingOver = (most: number) =>
  around(async (command, send, input) => {
    if (command !== 'BatchGetItemCommand') return send()
    const { RequestItems } = input as Getting
    const left = Object.entries(RequestItems).map(([table, { Keys }]) => {
      const rest = Keys.splice(most)
      return [table, { Keys: rest }] as const
    })
    const reply = (await send()) as Got
    reply.output.UnprocessedKeys = Object.fromEntries(left.filter(([, { Keys }]) => Keys.length > 0))
    return reply
  })
