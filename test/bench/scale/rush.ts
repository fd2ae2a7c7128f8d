/**
 * Sends many orders of one product at once. The table replies after 8 ms, rejects writes of rows that are in a
 * transaction, and throttles some requests. Counts the units of the product's partition keys, and checks that the stock
 * is correct afterwards.
 */

import { productIdOf } from '../../../lib/core/ids.ts'
import { mapConcurrent } from '../../../lib/core/map-concurrent.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import { readMovementPages } from '../../../lib/orders/stock-movements.ts'
import { keyOf, ProductRow } from '../../../lib/products/entity.ts'
import { productDefinition } from '../../../lib/products/stored-object.ts'
import { save } from '../../../lib/store/save.ts'
import { type Envelope, event, item, order, send } from '../../support/checkout.ts'
import { around, throttled } from '../../support/fault-injection.ts'
import { useTransactions } from '../../support/transactions.ts'
import { captureLog } from '../cost/capture-log.ts'
import { createRandom } from '../random.ts'
import { createWriteMeter } from '../write-meter.ts'
import { createKeyMeter } from './key-meter.ts'
import { callMilliseconds } from './parts.ts'
import { addUnits, type KeyUnits } from './work.ts'

export interface Rush {
  orders: number
  seconds: number
  /** The number of writes per order that a condition or a transaction has rejected. */
  rejections: number
  /**
   * The read and write units that an order causes on average, by partition key. Contains only the keys of the product
   * and of its stock movements.
   */
  keys: Map<string, KeyUnits>
  failures: string[]
}

const product = 'RUSH'
const throttledShare = 0.01
/** Five batches of ten orders are applied at once, as if five Lambdas had full batches. */
const [batchSize, concurrentBatches] = [10, 5]
const maxAttempts = 10

/**
 * Creates a product whose stock is tracked. Its inventory names ten recent stock movements, so that the product is
 * treated as one that sells fast.
 */
async function createProduct(tenant: Tenant, stock: number): Promise<void> {
  if ((await send(completion(tenant, 'first@example.com'))).length > 0) throw new Error('The first order failed.')
  const key = keyOf(tenant, productIdOf(tenant, product))
  const { data: row } = await ProductRow.get(key).go({ consistent: true })
  if (!row) throw new Error('The product does not exist.')
  const moved = Array.from({ length: 10 }, (_, n) => `01980000-0000-7000-8000-00000000000${n}`)
  await save(
    productDefinition,
    { ...row, inventory: { method: 'Single', stock, allowOutOfStockPurchases: true, moved } },
    row,
  )
}

const completion = (tenant: Tenant, email: string) =>
  event(tenant, 'order.completed', order({ email, items: [item({ id: product })] }))

function throttleSome(): () => void {
  const { next } = createRandom(1)
  return around(async (_, request) => {
    if (next() < throttledShare) throw throttled()
    return request()
  })
}

async function sendUntilDone(events: readonly Envelope[]): Promise<void> {
  let waiting = [...events]
  for (let attempt = 0; waiting.length > 0; attempt++) {
    if (attempt === maxAttempts) throw new Error('Events of the rush never succeeded.')
    const failed = await send(...waiting)
    waiting = waiting.filter(({ id }) => failed.includes(id))
  }
}

export async function measureRush(tenant: Tenant, orders: number): Promise<Rush> {
  await createProduct(tenant, orders)
  const events = Array.from({ length: orders }, (_, n) => completion(tenant, `buyer-${n}@example.com`))
  const batches = Array.from({ length: Math.ceil(orders / batchSize) }, (_, n) =>
    events.slice(n * batchSize, (n + 1) * batchSize),
  )
  const [writeMeter, keyMeter, log] = [createWriteMeter(), createKeyMeter(), captureLog()]
  const transactions = useTransactions(callMilliseconds)
  const stopThrottling = throttleSome()
  const startedAt = performance.now()
  const traffic = await mapConcurrent(batches, concurrentBatches, batch =>
    transactions.measure(() => sendUntilDone(batch)),
  )
  const seconds = (performance.now() - startedAt) / 1000
  for (const stop of [stopThrottling, transactions.restore, log.stop, keyMeter.stop, writeMeter.stop]) stop()
  const rejections = traffic.reduce((sum, one) => sum + one.rejections, 0) / orders
  const keys = keysOfProduct(tenant, orders, { reads: keyMeter.takeReads(), writes: writeMeter.takeWrites() })
  return { orders, seconds, rejections, keys, failures: await faultsOf(tenant) }
}

interface Counted {
  reads: { pk: string; units: number }[]
  writes: { pk: string; units: number; indexUnits: number }[]
}

/**
 * Returns whether the key belongs to a product or to stock movements. Concurrent orders of one product use these rows
 * more often than orders one after the other.
 */
const isOfProduct = (key: string) => /^(products|stock-movements)#/.test(key)

function keysOfProduct({ account, mode }: Tenant, orders: number, { reads, writes }: Counted): Map<string, KeyUnits> {
  const prefix = `${account}#${mode}#`
  const keys = new Map<string, KeyUnits>()
  const add = (pk: string, units: KeyUnits) => {
    const key = pk.slice(prefix.length)
    if (isOfProduct(key))
      addUnits(keys, key, { readUnits: units.readUnits / orders, writeUnits: units.writeUnits / orders })
  }
  for (const { pk, units } of reads) add(pk, { readUnits: units, writeUnits: 0 })
  for (const { pk, units, indexUnits } of writes) add(pk, { readUnits: 0, writeUnits: units - indexUnits })
  return keys
}

/** Checks that no stock is left, because it was as high as the number of orders, and that no movement is left. */
async function faultsOf(tenant: Tenant): Promise<string[]> {
  const { data } = await ProductRow.get(keyOf(tenant, productIdOf(tenant, product))).go({ consistent: true })
  const left = (await Array.fromAsync(readMovementPages(tenant))).flat()
  const stock = data?.inventory?.method === 'Single' ? data.inventory.stock : undefined
  return [
    ...(stock === 0 ? [] : [`The stock after the rush is ${stock}, and should be 0.`]),
    ...(left.length === 0 ? [] : [`${left.length} movements of stock were not made.`]),
  ]
}
