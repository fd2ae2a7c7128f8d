/** The write units of one completed order, by kind of row. */

import type { DynamoDBRecord } from 'aws-lambda'
import { applyEvent } from '../../lib/checkout/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { run } from '../../lib/maintenance/index.ts'
import { listOfPartition } from '../../lib/store/list-entry.ts'
import { type MadeOrder, madeOrders } from './orders.ts'
import { eventIdOf } from './rows.ts'
import { type Key, type Write, writeMeter } from './write-meter.ts'

export const linesOfOrder = 3
export const goalUnits = 400

export type WriteUnits = Record<string, { rows: number; units: number; indexUnits: number }>

const kinds: [string, RegExp][] = [
  ['entries of the order', /^#list#(orders|sales|usages)\b/],
  ['products and their entries', /^#(products#|list#products\b)/],
  ['customer and its entries', /^#(customers#|customer-email#|list#customers\b)/],
  ["tallies of the order's lists", /^#tally#(orders|sales|usages)\b/],
  ["tallies of the products' lists", /^#tally#products\b/],
  ["tallies of the customers' lists", /^#tally#customers\b/],
  ['order', /^#orders#/],
]

function kindOf({ pk }: Key): string {
  const [, rest = ''] = /^\d+#\w+(#.*)$/s.exec(pk) ?? []
  return kinds.find(([, pattern]) => pattern.test(rest))?.[0] ?? 'other'
}

/** One more order, of a customer and products that exist. */
export async function writeUnitsOfOrder(tenant: Tenant, count: number): Promise<WriteUnits> {
  const meter = writeMeter()
  try {
    await applyEvent(eventOf(tenant, oneMore(someOf(count))))
    return summedUp(await runWorker(meter.written))
  } finally {
    meter.stop()
  }
}

export const eventOf = ({ account, mode }: Tenant, content: MadeOrder) => ({
  id: eventIdOf(content),
  eventName: 'order.completed',
  createdOn: content.creationDate,
  ...{ account, mode, content },
})

/** Enough orders to find three products in. */
function someOf(count: number): MadeOrder[] {
  const some: MadeOrder[] = []
  for (const made of madeOrders(count)) if (some.push(made) === 50) break
  return some
}

/** Newer than all others. */
function oneMore(made: readonly MadeOrder[]): MadeOrder {
  const [known] = made
  if (!known) throw new Error('The store is empty.')
  const items = new Map(made.flatMap(order => order.items.map(item => [item.id, item])))
  const at = '2026-06-30T18:17:30.000Z'
  return {
    ...known,
    token: '0f0e0d0c-0b0a-4908-a706-050403020100',
    invoiceNumber: 'INV-1',
    creationDate: at,
    modificationDate: at,
    completionDate: at,
    items: [...items.values()].slice(0, linesOfOrder),
  }
}

/** Runs the stream worker on all writes, and on those it makes itself, until there are none. */
export async function runWorker(written: () => Write[]): Promise<Write[]> {
  const all: Write[] = []
  for (let batch = written(); batch.length > 0; batch = written()) {
    all.push(...batch)
    const touched = batch.filter(({ pk }) => listOfPartition(pk))
    const { batchItemFailures } = await run(touched.map(recordOf))
    if (batchItemFailures.length > 0) throw new Error('A list could not be recounted.')
  }
  return all
}

const recordOf = ({ pk, sk }: Write, n: number): DynamoDBRecord => ({
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: String(n) },
})

function summedUp(writes: readonly Write[]): WriteUnits {
  const summed: WriteUnits = {}
  for (const write of writes) {
    const kind = kindOf(write)
    const { rows, units, indexUnits } = summed[kind] ?? { rows: 0, units: 0, indexUnits: 0 }
    summed[kind] = {
      rows: rows + 1,
      units: units + write.units,
      indexUnits: indexUnits + write.indexUnits,
    }
  }
  return summed
}
