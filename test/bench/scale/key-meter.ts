/** Counts the read units of each partition key. `write-meter.ts` counts the write units. */

import { client } from '../../../lib/store/client.ts'

interface Input {
  Key?: { pk: string }
  RequestItems?: Record<string, { Keys?: { pk: string }[] }>
  ExpressionAttributeValues?: Record<string, unknown>
  ConsistentRead?: boolean
  ReturnConsumedCapacity?: string
}
type Capacity = { CapacityUnits?: number }

const isRead = (command: string) => /^(Get|BatchGet|Query)/.test(command)

/** Returns what a read costs in AWS if it finds nothing. In DynamoDB Local, such a read costs nothing. */
const minUnitsOf = ({ ConsistentRead }: Input) => (ConsistentRead ? 1 : 0.5)

function partitionsOf({ Key, RequestItems = {}, ExpressionAttributeValues = {} }: Input): string[] {
  const batch = Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys.map(({ pk }) => pk))
  return [...(Key ? [Key.pk] : []), ...batch, String(ExpressionAttributeValues[':pk'] ?? '')].filter(Boolean)
}

export function createKeyMeter() {
  const reads: { pk: string; units: number }[] = []
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const input = args.input as Input
        if (!isRead(commandName)) return next(args)
        input.ReturnConsumedCapacity = 'TOTAL'
        const reply = await next(args)
        const { ConsumedCapacity = [] } = reply.output as unknown as { ConsumedCapacity?: Capacity | Capacity[] }
        const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
        const partitions = partitionsOf(input)
        for (const pk of partitions) reads.push({ pk, units: Math.max(minUnitsOf(input), units) / partitions.length })
        return reply
      },
    { name: 'key-meter', step: 'initialize', priority: 'low' },
  )
  return { takeReads: () => reads.splice(0), stop: () => client.middlewareStack.remove('key-meter') }
}
