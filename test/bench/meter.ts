/** Measures the read units of a function, its calls to DynamoDB, and how many of them were made in sequence. */

import { client } from '../../lib/store/client.ts'

export interface ReadCost {
  units: number
  calls: number
  /** The length of the longest chain in which each call needs the reply to the one before. */
  sequentialCalls: number
  /** The read units of the entities, which are read in batches. */
  entityUnits: number
  /** The keys of all rows that were read by key. */
  itemKeys: { pk: string; sk: string }[]
  /** The partitions of all queries. */
  queryPartitions: string[]
}

/** Returns whether a row is an entity, not a tally or an e-mail claim. */
export const isEntity = ({ pk }: { pk: string }) => /^\d+#\w+#(?!tally#|customer-emails#)/.test(pk)

interface QueuedCall {
  send: () => Promise<unknown>
  settle: (outcome: PromiseSettledResult<unknown>) => void
}

/** Waits long enough for the code after a reply to queue its next calls. */
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

interface CommandInput {
  Key?: { pk: string; sk: string }
  RequestItems?: Record<string, { Keys: { pk: string; sk: string }[] }>
  ExpressionAttributeValues?: Record<string, unknown>
  ReturnConsumedCapacity?: string
}
type Capacity = { CapacityUnits?: number }

export async function measure<T>(run: () => Promise<T>): Promise<{ result: T; cost: ReadCost }> {
  const cost: ReadCost = { units: 0, calls: 0, sequentialCalls: 0, entityUnits: 0, itemKeys: [], queryPartitions: [] }
  const rounds = createRounds()
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const input = args.input as CommandInput
        input.ReturnConsumedCapacity = 'TOTAL'
        addCall(cost, input)
        const reply = (await rounds.enqueue(() => next(args))) as Awaited<ReturnType<typeof next>>
        const { ConsumedCapacity = [] } = reply.output as unknown as { ConsumedCapacity?: Capacity | Capacity[] }
        const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
        if (isRead(commandName)) cost.units += Math.max(minReadUnits, units)
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

/** The read units that AWS bills for a read that finds nothing. DynamoDB Local counts none for such a read. */
const minReadUnits = 0.5

/** Returns whether the command reads. DynamoDB Local reports too few write units, so `write-meter.ts` computes them. */
const isRead = (command: string) => /^(Get|BatchGet|Query)/.test(command)

function addCall(cost: ReadCost, input: CommandInput): void {
  const { Key, RequestItems = {}, ExpressionAttributeValues = {} } = input
  cost.calls++
  cost.itemKeys.push(...(Key ? [Key] : []), ...Object.values(RequestItems).flatMap(({ Keys }) => Keys))
  const partition = ExpressionAttributeValues[':pk']
  if (typeof partition === 'string') cost.queryPartitions.push(partition)
}
