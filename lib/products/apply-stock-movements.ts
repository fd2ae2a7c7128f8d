/**
 * Changes the stock of products. Orders record their changes of the stock as movements, and each movement is applied
 * once. lib/checkout/README.md explains the steps.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { type ProductId, productIdOf } from '../core/ids.ts'
import { log } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import {
  lanesOfOrder,
  maxMovements,
  type OrderRow,
  productsWithUnrecordedMovements,
  readMovementsInLane,
  recordMissingMovements,
  removeMovements,
  type StockMovementRow,
  type StockTracking,
} from '../orders/index.ts'
import { batchGet } from '../store/batch.ts'
import { Conflict, conditionalWrite, retryOnConflict } from '../store/conditional-write.ts'
import { keyOf, ProductRow } from './entity.ts'
import { type Inventory, inventoryAfterSale, isOversold, stockTrackingOf, tracksStock } from './inventory.ts'

/**
 * The number of products that are changed at the same time. An order may have hundreds of products, but the AWS SDK
 * opens at most 50 connections.
 */
const concurrentProducts = 10

/** Subtracts from the stock the units that the order needs, and adds the units that the order no longer needs. */
export async function applyMovementsOfOrder(order: OrderRow): Promise<void> {
  const { stockLedger } = await recordAll(order)
  const ids = Object.entries(stockLedger).flatMap(([id, lines]) => (lines ? [productIdOf(order, id)] : []))
  await mapConcurrent(ids, concurrentProducts, id => applyMovementsOfProduct(order, id))
}

/** Records the movements that did not fit into the transaction that saved the order. */
async function recordAll(order: OrderRow): Promise<OrderRow> {
  const due = productsWithUnrecordedMovements(order).slice(0, maxMovements)
  if (due.length === 0) return order
  const recorded = await recordMissingMovements(order, await readTracking(order, due))
  return recorded ? recordAll(recorded) : order
}

async function readTracking(tenant: Tenant, userDefinedIds: readonly string[]): Promise<StockTracking> {
  const keys = userDefinedIds.map(id => keyOf(tenant, productIdOf(tenant, id)))
  const rows = await batchGet<ProductRow>(ProductRow, keys, true)
  const byId = new Map(rows.map(row => [row.userDefinedId, row]))
  return new Map(userDefinedIds.map(id => [id, stockTrackingOf(byId.get(id) ?? {})]))
}

type Order = Pick<OrderRow, 'account' | 'mode' | 'token'>

/**
 * Applies the movements that the order has recorded for a product. While the product sells fast, its movements are
 * recorded in several partitions (lanes), and the order's token selects one of them. Otherwise, all movements are in
 * the first lane. The order may have used either lane, so both are read.
 */
export async function applyMovementsOfProduct(order: Order, id: ProductId): Promise<void> {
  await Promise.all(lanesOfOrder(order.token).map(lane => applyMovementsInLane({ order, id, lane })))
}

interface LaneOfOrder {
  order: Order
  id: ProductId
  lane: number
}

/**
 * The maximum number of times that an order pauses. If several orders have recorded movements of a product, the first
 * order applies all movements, and the others pause. After the last pause, they apply the movements themselves, because
 * the process of the first order was probably interrupted.
 */
const maxPauses = 8
const pauseMilliseconds = 20

/**
 * Applies the movements in one lane, which is one of the partitions for movements of the product. To avoid conflicts
 * between concurrent orders, the order whose movement was recorded first in a lane applies the movements of all orders
 * in the lane. The other orders wait. They read the product only if the first movement is still the same after a pause.
 */
async function applyMovementsInLane(of: LaneOfOrder): Promise<void> {
  let firstBefore: StockMovementRow | undefined
  for (let pause = 0; pause < maxPauses; pause++) {
    const recorded = await readMovementsInLane(of.order, of.id, of.lane)
    if (!recorded.some(isOf(of.order))) return
    const [first] = recorded
    const isTurn = first && (isOf(of.order)(first) || first.id === firstBefore?.id)
    if (isTurn && (await retryOnConflict(() => applyRecorded(of)))) return
    firstBefore = first
    await sleep(Math.random() * pauseMilliseconds * 2 ** pause)
  }
  await retryOnConflict(() => applyRecorded(of, true))
}

const isOf =
  ({ token }: Order) =>
  (movement: StockMovementRow) =>
    movement.token === token

/**
 * Applies and deletes the movements of a lane. Returns false if the order must wait for another order to do so. If
 * another order has applied this order's movement, only this movement is deleted. That order deletes the others, and if
 * all waiting orders did so too, the write units would grow with the square of their number.
 */
async function applyRecorded(of: LaneOfOrder, mayOvertake = false): Promise<boolean> {
  const movements = await load(of)
  const isOwn = isOf(of.order)
  const [first] = movements.due
  const isDue = movements.due.some(isOwn)
  if (isDue && first && !isOwn(first) && !mayOvertake) return false
  const made = isDue ? await makeDue(movements) : movements.made.filter(isOwn)
  if (isDue && !made.some(isOwn)) throw new Conflict([false])
  await removeMovements(made)
  return true
}

interface ProductMovements {
  row: ProductRow
  /** The stored JSON text of the inventory. The new inventory is written only if this text has not changed. */
  stored: Inventory
  lane: number
  /** The recorded movements that are already applied to the inventory. */
  made: StockMovementRow[]
  due: StockMovementRow[]
}

/**
 * Reads the product and its recorded movements in one lane. If the mark of a movement is in `inventory.moved`, the
 * movement was already applied.
 */
async function load({ order, id, lane }: LaneOfOrder): Promise<ProductMovements> {
  const { row, stored } = await loadProduct(order, id)
  const recorded = await readMovementsInLane(order, id, lane)
  const moved = new Set(row.inventory?.moved)
  const isMade = (movement: StockMovementRow) => moved.has(markOf(lane, movement))
  const { made = [], due = [] } = Object.groupBy(recorded, movement => (isMade(movement) ? 'made' : 'due'))
  return { row, stored, lane, made, due }
}

/**
 * The number of characters of a movement's id in its mark, except in the first lane. Other lanes are used while the
 * product sells fast. The product's row, which contains the marks, is then written often, so marks must be short.
 */
const markLength = 12

/**
 * Returns the mark of a movement. A mark in the inventory shows that the movement was applied. In the first lane, the
 * mark is the id of the movement. In another lane, it is the number of the lane, followed by the random end of the id.
 */
const markOf = (lane: number, { id }: StockMovementRow) =>
  lane === 0 ? id : `${lane}${laneSeparator}${id.slice(-markLength)}`

const laneSeparator = '.'

const isMarkOf = (lane: number) => (mark: string) =>
  lane === 0 ? !mark.includes(laneSeparator) : mark.startsWith(`${lane}${laneSeparator}`)

async function loadProduct(tenant: Tenant, id: ProductId) {
  const options = { consistent: true, data: 'raw' } as const
  const { data }: { data: unknown } = await ProductRow.get(keyOf(tenant, id)).go(options)
  const item = data as { Item?: { inventory: Inventory } }
  const { data: row } = ProductRow.parse(item)
  if (!row || !item.Item) throw new Error(`The product ${id}, whose stock an order moves, does not exist.`)
  return { row, stored: item.Item.inventory }
}

/**
 * One write applies at most this many movements, because their marks stay in the row until the next write of the lane.
 */
const maxMade = 100

/**
 * Applies the due movements of a lane to the stock. Returns all applied movements of the lane, including those that
 * were applied before. The marks of other lanes are kept, because the movements of other lanes have not been read. If
 * the stock is no longer tracked, a movement changes nothing.
 */
async function makeDue({ row, stored, lane, ...movements }: ProductMovements) {
  const due = movements.due.slice(0, maxMade)
  const made = [...movements.made, ...due]
  if (!row.inventory || !tracksStock(row)) return made
  const sold = inventoryAfterSale(
    row.inventory,
    due.flatMap(({ lines }) => lines),
  )
  const ofOtherLanes = (row.inventory.moved ?? []).filter(mark => !isMarkOf(lane)(mark))
  const inventory = { ...sold, moved: [...ofOtherLanes, ...made.map(movement => markOf(lane, movement))] }
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

/** The checkout rejects items out of stock. An order that arrives anyway was already placed, so it is accepted. */
function warnIfOversold({ account, mode, id }: ProductRow, inventory: Inventory): void {
  if (isOversold(inventory)) log.warn('More was sold than was in stock.', { account, mode, product: id })
}
