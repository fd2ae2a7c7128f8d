/**
 * Changes the stock by the stock movements that orders have recorded, once for each movement. lib/checkout/README.md
 * explains the steps.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { type ProductId, productIdOf } from '../core/ids.ts'
import { log } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  maxMovements,
  type OrderRow,
  productsWithUnrecordedMovements,
  readMovementsOfProduct,
  recordMovements,
  removeMovements,
  type StockMovementRow,
  type StockTracking,
} from '../orders/index.ts'
import { batchGet } from '../store/batch.ts'
import { Conflict, conditionalWrite, retryOnConflict } from '../store/conditional-write.ts'
import { keyOf, ProductRow } from './entity.ts'
import { type Inventory, inventoryAfterSale, isOversold, tracksStock } from './inventory.ts'

/** An order may have hundreds of products, but the AWS SDK opens at most 50 connections. */
const concurrentProducts = 10

/** Takes the units that the order needs out of stock, and returns units that the order no longer needs. */
export async function moveStockOfOrder(order: OrderRow): Promise<void> {
  const { stockLedger } = await recordAll(order)
  const ids = Object.entries(stockLedger).flatMap(([id, lines]) => (lines ? [productIdOf(order, id)] : []))
  await mapConcurrent(ids, concurrentProducts, id => moveStockOfProduct(order, id))
}

/** Records the movements that did not fit into the transaction of the completed order. */
async function recordAll(order: OrderRow): Promise<OrderRow> {
  const due = productsWithUnrecordedMovements(order).slice(0, maxMovements)
  if (due.length === 0) return order
  const recorded = await recordMovements(order, await trackingOf(order, due))
  return recorded ? recordAll(recorded) : order
}

async function trackingOf(tenant: Tenant, userDefinedIds: readonly string[]): Promise<StockTracking> {
  const keys = userDefinedIds.map(id => keyOf(tenant, productIdOf(tenant, id)))
  const rows = await batchGet<ProductRow>(ProductRow, keys, true)
  const tracked = new Set(rows.filter(tracksStock).map(({ userDefinedId }) => userDefinedId))
  return new Map(userDefinedIds.map(id => [id, tracked.has(id)]))
}

type Order = Pick<OrderRow, 'account' | 'mode' | 'token'>

/**
 * An order waits at most this many times for the order that was recorded first. Then the waiting order makes the
 * movements itself, because the process of the first order was probably interrupted.
 */
const maxPauses = 8
const pauseMilliseconds = 20

/**
 * To avoid conflicts between concurrent orders of one product, the order that was recorded first makes the movements of
 * all these orders. The other orders wait.
 */
export async function moveStockOfProduct(order: Order, id: ProductId): Promise<void> {
  for (let pause = 0; pause < maxPauses; pause++) {
    if (await retryOnConflict(() => moveRecorded(order, id))) return
    await sleep(Math.random() * pauseMilliseconds * 2 ** pause)
  }
  await retryOnConflict(() => moveRecorded(order, id, true))
}

/** Returns false if the order has to wait, because another order makes the movements. */
async function moveRecorded({ token, ...tenant }: Order, id: ProductId, mayOvertake = false): Promise<boolean> {
  const movements = await load(tenant, id)
  const isOwn = (movement: StockMovementRow) => movement.token === token
  const isDue = movements.due.some(isOwn)
  const isFirst = movements.due[0]?.token === token
  if (isDue && !isFirst && !mayOvertake) return false
  const made = isDue ? await makeDue(movements) : movements.made
  if (made.some(isOwn)) await removeMovements(made)
  else if (isDue) throw new Conflict([false])
  return true
}

interface ProductMovements {
  row: ProductRow
  /** The stored JSON text of the inventory. The write of the new inventory is conditional on this text. */
  stored: Inventory
  /** The recorded movements that the inventory already includes. */
  made: StockMovementRow[]
  due: StockMovementRow[]
}

/** A movement whose id is in `inventory.moved` was made, but its row still exists. */
async function load(tenant: Tenant, id: ProductId): Promise<ProductMovements> {
  const { row, stored } = await loadProduct(tenant, id)
  const recorded = await readMovementsOfProduct(tenant, id)
  const moved = new Set(row.inventory?.moved)
  const { made = [], due = [] } = Object.groupBy(recorded, movement => (moved.has(movement.id) ? 'made' : 'due'))
  return { row, stored, made, due }
}

async function loadProduct(tenant: Tenant, id: ProductId) {
  const options = { consistent: true, data: 'raw' } as const
  const { data }: { data: unknown } = await ProductRow.get(keyOf(tenant, id)).go(options)
  const item = data as { Item?: { inventory: Inventory } }
  const { data: row } = ProductRow.parse(item)
  if (!row || !item.Item) throw new Error(`The product ${id}, whose stock an order moves, does not exist.`)
  return { row, stored: item.Item.inventory }
}

/** One write makes at most this many movements, because their ids stay in the product's row until the next write. */
const maxMade = 100

/**
 * Makes the due movements. Returns them, together with the movements that were made before. If the stock is no longer
 * tracked, a movement changes nothing.
 */
async function makeDue({ row, stored, ...movements }: ProductMovements) {
  const due = movements.due.slice(0, maxMade)
  const made = [...movements.made, ...due]
  if (!row.inventory || !tracksStock(row)) return made
  const sold = inventoryAfterSale(
    row.inventory,
    due.flatMap(({ lines }) => lines),
  )
  const inventory = { ...sold, moved: made.map(({ id }) => id) }
  await conditionalWrite(() =>
    ProductRow.patch(keyOf(row, row.id))
      .set({ inventory })
      .add({ version: 1 })
      .where((attributes, { eq }) => eq(attributes.inventory, stored))
      .go(),
  )
  warnIfOversold(row, inventory)
  return made
}

/** The checkout rejects items that are out of stock. An order that arrives anyway has been paid, so it is accepted. */
function warnIfOversold({ account, mode, id }: ProductRow, inventory: Inventory): void {
  if (isOversold(inventory)) log.warn('More was sold than was in stock.', { account, mode, product: id })
}
