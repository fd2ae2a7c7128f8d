/** Counts the read units of each partition key. `write-meter.ts` counts the write units. */

import { client } from '../../../lib/store/client.ts'
import { billedReadUnits, isRead, type ReadInput } from '../meter.ts'

function partitionsOf({ Key, RequestItems = {}, ExpressionAttributeValues = {} }: ReadInput): string[] {
  const batch = Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys.map(({ pk }) => pk))
  return [...(Key ? [Key.pk] : []), ...batch, String(ExpressionAttributeValues[':pk'] ?? '')].filter(Boolean)
}

export function createKeyMeter() {
  const reads: { pk: string; units: number }[] = []
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const input = args.input as ReadInput
        if (!isRead(commandName)) return next(args)
        input.ReturnConsumedCapacity = 'TOTAL'
        const reply = await next(args)
        const units = billedReadUnits(input, reply.output)
        const partitions = partitionsOf(input)
        for (const pk of partitions) reads.push({ pk, units: units / partitions.length })
        return reply
      },
    { name: 'key-meter', step: 'initialize', priority: 'low' },
  )
  return { takeReads: () => reads.splice(0), stop: () => client.middlewareStack.remove('key-meter') }
}
