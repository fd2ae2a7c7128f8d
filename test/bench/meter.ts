/** Measures the read units of a function, its calls to DynamoDB, and how many of them were made in sequence. */

import { client } from '../../lib/store/client.ts'

export interface ReadCost {
  units: number
  calls: number
  /** The length of the longest chain in which each call needs the reply to the one before. */
  sequentialCalls: number
  /** The read units of the entities, which are read in batches. */
  entityUnits: number
  /** The keys of the rows that were read, updated or deleted by key outside of transactions. */
  itemKeys: { pk: string; sk: string }[]
  /** The partitions of all queries. */
  queryPartitions: string[]
}

/** Returns whether a row belongs to a store, and is neither a tally nor an e-mail claim. */
export const isEntity = ({ pk }: { pk: string }) => /^\d+#\w+#(?!tally#|customer-emails#)/.test(pk)

interface QueuedCall {
  send: () => Promise<unknown>
  settle: (outcome: PromiseSettledResult<unknown>) => void
}

/** Waits long enough for code that has received a reply to queue its next calls. */
const waitForCalls = () => new Promise(resolve => setTimeout(resolve, 2))

/**
 * Sends calls in rounds. A round sends all calls that are queued, and returns their replies only when it has all of
 * them. So the number of rounds is the length of the longest chain of calls, however busy the machine is.
 */
function createRounds() {
  const queue: QueuedCall[] = []
  let isRunning = false
  let count = 0
  const run = async () => {
    isRunning = true
    for (await waitForCalls(); queue.length > 0; await waitForCalls()) {
      const round = queue.splice(0)
      count++
      const outcomes = await Promise.allSettled(round.map(({ send }) => send()))
      for (const [n, { settle }] of round.entries()) settle(outcomes[n]!)
    }
    isRunning = false
  }
  const enqueue = (send: QueuedCall['send']) =>
    new Promise<unknown>((resolve, reject) => {
      const settle: QueuedCall['settle'] = outcome =>
        outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason)
      queue.push({ send, settle })
      if (!isRunning) void run()
    })
  return { enqueue, count: () => count }
}

interface RowKey {
  pk: string
  sk: string
}

/** The input of the commands that read, as far as the meters need it. */
export interface ReadInput {
  Key?: RowKey
  RequestItems?: Record<string, { Keys?: RowKey[]; ConsistentRead?: boolean }>
  ExpressionAttributeValues?: Record<string, unknown>
  ConsistentRead?: boolean
  ReturnConsumedCapacity?: string
}

type Capacity = { CapacityUnits?: number }
interface ReadOutput {
  ConsumedCapacity?: Capacity | Capacity[]
  Responses?: Record<string, unknown[]>
  UnprocessedKeys?: Record<string, { Keys?: unknown[] }>
}

export async function measure<T>(run: () => Promise<T>): Promise<{ result: T; cost: ReadCost }> {
  const cost: ReadCost = { units: 0, calls: 0, sequentialCalls: 0, entityUnits: 0, itemKeys: [], queryPartitions: [] }
  const rounds = createRounds()
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const input = args.input as ReadInput
        input.ReturnConsumedCapacity = 'TOTAL'
        addCall(cost, input)
        const reply = (await rounds.enqueue(() => next(args))) as Awaited<ReturnType<typeof next>>
        const units = isRead(commandName) ? billedReadUnits(input, reply.output) : 0
        cost.units += units
        if (input.RequestItems) cost.entityUnits += units
        return reply
      },
    { name: 'meter', step: 'initialize', priority: 'high' },
  )
  try {
    const result = await run()
    return { result, cost: { ...cost, sequentialCalls: rounds.count() } }
  } finally {
    client.middlewareStack.remove('meter')
  }
}

/**
 * Returns what AWS bills for a read. DynamoDB Local reports too little for a query that finds nothing, and for the keys
 * of a batch that have no row: AWS bills half a unit for each of them, or one unit for a consistent read.
 */
export function billedReadUnits(input: ReadInput, output: object): number {
  const { ConsumedCapacity = [], Responses = {}, UnprocessedKeys = {} } = output as ReadOutput
  const reported = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
  if (!input.RequestItems) return Math.max(reported, minUnitsOf(input))
  const missing = Object.entries(input.RequestItems).map(([table, { Keys = [], ...options }]) => {
    const read = Keys.length - (UnprocessedKeys[table]?.Keys?.length ?? 0)
    return (read - (Responses[table]?.length ?? 0)) * minUnitsOf(options)
  })
  return missing.reduce((sum, units) => sum + units, reported)
}

const minUnitsOf = ({ ConsistentRead }: Pick<ReadInput, 'ConsistentRead'>) => (ConsistentRead ? 1 : 0.5)

/** Returns whether the command reads. DynamoDB Local reports too few write units, so `write-meter.ts` computes them. */
export const isRead = (command: string) => /^(Get|BatchGet|Query)/.test(command)

function addCall(cost: ReadCost, input: ReadInput): void {
  const { Key, RequestItems = {}, ExpressionAttributeValues = {} } = input
  cost.calls++
  cost.itemKeys.push(...(Key ? [Key] : []), ...Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys))
  const partition = ExpressionAttributeValues[':pk']
  if (typeof partition === 'string') cost.queryPartitions.push(partition)
}
