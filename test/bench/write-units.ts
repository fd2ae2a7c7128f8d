/** Measures the write units of one completed order, by kind of row. */

import type { DynamoDBRecord } from 'aws-lambda'
import { matchesFilter } from '../../infra/local/stream/deliver-changes.ts'
import { applyEvent } from '../../lib/checkout/index.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { updateDerivedData } from '../../lib/maintenance/index.ts'
import { workers } from '../../lib/workers.ts'
import { type GeneratedOrder, generateOrders } from './orders.ts'
import { eventIdOf } from './rows.ts'
import { createWriteMeter, type Key, recordsOf, type Write } from './write-meter.ts'

export const itemsPerOrder = 3
export const maxUnitsPerOrder = 200

export type WriteUnits = Record<string, { rows: number; units: number; indexUnits: number }>

const kinds: [string, RegExp][] = [
  ['entries of the order', /^#list#(orders|sales|usages)\b/],
  ['products and their entries', /^#(products#|list#products\b)/],
  ['customer and its entries', /^#(customers#|customer-emails#|list#customers\b)/],
  ["tallies of the order's lists", /^#tally#(orders|sales|usages)\b/],
  ["tallies of the products' lists", /^#tally#products\b/],
  ["tallies of the customers' lists", /^#tally#customers\b/],
  ['order', /^#orders#/],
]

function kindOf({ pk }: Key): string {
  const [, rest = ''] = /^\d+#\w+(#.*)$/s.exec(pk) ?? []
  return kinds.find(([, pattern]) => pattern.test(rest))?.[0] ?? 'other'
}

/** Measures one more order. Its customer and its products exist already. */
export async function measureOrder(tenant: Tenant, count: number): Promise<WriteUnits> {
  const meter = createWriteMeter()
  try {
    await applyEvent(eventOf(tenant, newOrderFrom(firstOrders(count))))
    return sumByKind(await runWorker(meter.takeWrites))
  } finally {
    meter.stop()
  }
}

export const eventOf = ({ account, mode }: Tenant, content: GeneratedOrder) => ({
  id: eventIdOf(content),
  eventName: 'order.completed',
  createdOn: content.creationDate,
  account,
  mode,
  content,
})

/** Returns at most 50 orders of the store, which are enough to find three different products. */
function firstOrders(count: number): GeneratedOrder[] {
  const orders: GeneratedOrder[] = []
  for (const order of generateOrders(count)) if (orders.push(order) === 50) break
  return orders
}

/** Returns an order of the last evening of the generated two years. Its customer is the customer of the first order. */
function newOrderFrom(orders: readonly GeneratedOrder[]): GeneratedOrder {
  const [first] = orders
  if (!first) throw new Error('The store is empty.')
  const items = new Map(orders.flatMap(order => order.items.map(item => [item.id, item])))
  const at = '2026-06-30T18:17:30.000Z'
  return {
    ...first,
    token: '0f0e0d0c-0b0a-4908-a706-050403020100',
    invoiceNumber: 'INV-1',
    creationDate: at,
    modificationDate: at,
    completionDate: at,
    items: [...items.values()].slice(0, itemsPerOrder),
  }
}

/** Runs the stream worker on all writes, then on the writes of the worker itself, until there are none. */
export async function runWorker(takeWrites: () => Write[]): Promise<Write[]> {
  const all: Write[] = []
  for (let batch = takeWrites(); batch.length > 0; batch = takeWrites()) {
    all.push(...batch)
    const { batchItemFailures } = await updateDerivedData(recordsOf(batch).filter(isForMaintenance))
    if (batchItemFailures.length > 0) throw new Error('A list could not be recounted.')
  }
  return all
}

const { filters } = workers.find(({ name }) => name === 'maintenance.run')!
const isForMaintenance = (record: DynamoDBRecord) => matchesFilter(record, filters)

function sumByKind(writes: readonly Write[]): WriteUnits {
  const sums: WriteUnits = {}
  for (const write of writes) {
    const kind = kindOf(write)
    const { rows, units, indexUnits } = sums[kind] ?? { rows: 0, units: 0, indexUnits: 0 }
    sums[kind] = { rows: rows + 1, units: units + write.units, indexUnits: indexUnits + write.indexUnits }
  }
  return sums
}
