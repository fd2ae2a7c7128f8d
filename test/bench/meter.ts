/** Measures what some work reads: units, calls, and how many of the calls waited for one another. */

import { client } from '../../lib/store/client.ts'

export interface Reading {
  units: number
  calls: number
  /** Calls in sequence: the length of the longest chain. */
  rounds: number
  /** Read units of the entities themselves. */
  entityUnits: number
  /** Keys of all rows read by key. */
  fetched: { pk: string; sk: string }[]
  /** Partitions of all queries. */
  queried: string[]
}

/** An entity, and neither a tally nor an e-mail claim. */
export const isEntity = ({ pk }: { pk: string }) => /^\d+#\w+#(?!tally#|customer-email#)/.test(pk)

interface Waiting {
  go: () => Promise<unknown>
  settle: (outcome: PromiseSettledResult<unknown>) => void
}

/** Long enough for the code after a reply to send its next calls. */
const quiet = () => new Promise(resolve => setTimeout(resolve, 2))

/**
 * Lets calls go in rounds: all that are asked for by now, and no reply before each of them has one. So the count of
 * rounds is the longest chain of calls, whatever the machine does in between.
 */
function inRounds() {
  const waiting: Waiting[] = []
  let isRunning = false
  let rounds = 0
  const run = async () => {
    isRunning = true
    for (await quiet(); waiting.length > 0; await quiet()) {
      const round = waiting.splice(0)
      rounds++
      const outcomes = await Promise.allSettled(round.map(({ go }) => go()))
      for (const [n, { settle }] of round.entries()) settle(outcomes[n]!)
    }
    isRunning = false
  }
  const join = (go: Waiting['go']) =>
    new Promise<unknown>((resolve, reject) => {
      const settle: Waiting['settle'] = outcome =>
        outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason)
      waiting.push({ go, settle })
      if (!isRunning) void run()
    })
  return { join, count: () => rounds }
}

interface Spoken {
  Key?: { pk: string; sk: string }
  RequestItems?: Record<string, { Keys: { pk: string; sk: string }[] }>
  ExpressionAttributeValues?: Record<string, unknown>
  ReturnConsumedCapacity?: string
}
type Capacity = { CapacityUnits?: number }

export async function measured<T>(work: () => Promise<T>): Promise<{ answer: T; reading: Reading }> {
  const reading: Reading = { units: 0, calls: 0, rounds: 0, entityUnits: 0, fetched: [], queried: [] }
  const rounds = inRounds()
  client.middlewareStack.add(
    next => async args => {
      const input = args.input as Spoken
      input.ReturnConsumedCapacity = 'TOTAL'
      note(input, reading)
      const reply = (await rounds.join(() => next(args))) as Awaited<ReturnType<typeof next>>
      const { ConsumedCapacity = [] } = reply.output as unknown as {
        ConsumedCapacity?: Capacity | Capacity[]
      }
      const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
      reading.units += units
      if (input.RequestItems) reading.entityUnits += units
      return reply
    },
    { name: 'meter', step: 'initialize', priority: 'high' },
  )
  try {
    const answer = await work()
    return { answer, reading: { ...reading, rounds: rounds.count() } }
  } finally {
    client.middlewareStack.remove('meter')
  }
}

function note({ Key, RequestItems = {}, ExpressionAttributeValues = {} }: Spoken, reading: Reading): void {
  reading.calls++
  reading.fetched.push(...(Key ? [Key] : []), ...Object.values(RequestItems).flatMap(({ Keys }) => Keys))
  const partition = ExpressionAttributeValues[':pk']
  if (typeof partition === 'string') reading.queried.push(partition)
}
