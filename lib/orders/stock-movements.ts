/** Records stock movements in the transaction that changes the ledger. lib/products then changes the stock. */

import { timestamp } from '../core/clock.ts'
import { newId, type OrderToken, type ProductId, productIdOf } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { shardOf, shards } from '../store/attributes.ts'
import { batchDelete } from '../store/batch.ts'
import { changeByKey } from '../store/change.ts'
import { pagesOfShards } from '../store/row-pages.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { hasContent, type OrderRow, StockMovementRow } from './entity.ts'
import { differingProducts, ledgerAfterChange, movementsBetween, type StockTracking } from './stock-ledger.ts'
import { orderDefinition } from './stored-object.ts'

/**
 * The number of lanes, which are separate partitions for the movements of a product that sells fast. DynamoDB allows
 * 1,000 write units a second in a partition, and a movement needs three. Other products use only the first lane.
 */
const laneCount = 4
const firstLane = 0

/** Returns the lanes in which an order may have recorded movements. */
export const lanesOfOrder = (token: OrderToken): number[] => [...new Set([firstLane, busyLaneOf(token)])]

const busyLaneOf = (token: OrderToken) => Number.parseInt(shardOf(token), 16) % laneCount

/**
 * Returns the key of a lane. Each lane of a product is in a different shard of the table. The first lane is in the
 * shard of the product id.
 */
function keyOfLane({ account, mode }: Tenant, productId: ProductId, lane: number) {
  const first = Number.parseInt(shardOf(productId), 16)
  const shard = shards[(first + lane * laneCount) % shards.length] ?? ''
  return { account, mode, productId, shard }
}

export function newMovementWrites(before: OrderRow, after: OrderRow, tracking: StockTracking): ExtraWrite[] {
  const { token } = after
  return movementsBetween(before.stockLedger, after.stockLedger).map(({ userDefinedId, lines }) => {
    const lane = tracking.get(userDefinedId) === 'busy' ? busyLaneOf(token) : firstLane
    const key = keyOfLane(after, productIdOf(after, userDefinedId), lane)
    const row = { ...key, id: newId(), token, lines, recordedAt: timestamp() }
    return { entity: StockMovementRow, write: Row => Row.put(row) }
  })
}

/** Returns the movements of a product that are recorded in a lane, oldest first. */
export async function readMovementsInLane(
  tenant: Tenant,
  productId: ProductId,
  lane: number,
): Promise<StockMovementRow[]> {
  const query = StockMovementRow.query.byProduct(keyOfLane(tenant, productId, lane))
  return (await query.go({ pages: 'all', consistent: true })).data
}

export const removeMovements = (movements: readonly StockMovementRow[]): Promise<void> =>
  batchDelete(StockMovementRow, movements)

/** Yields the recorded movements of all products of a store, page by page. */
export const readMovementPages = ({ account, mode }: Tenant): AsyncGenerator<StockMovementRow[]> =>
  pagesOfShards((shard, page) => StockMovementRow.query.byProduct({ account, mode, shard }).go(page))

export const movementExists = async (movement: StockMovementRow): Promise<boolean> =>
  (await StockMovementRow.get(movement).go({ consistent: true })).data !== null

export const productsWithUnrecordedMovements = (row: OrderRow): string[] =>
  hasContent(row) ? differingProducts(row.content, row.stockLedger) : []

/** Records as many missing movements as fit into one transaction. Returns null if the order was deleted. */
export const recordMissingMovements = (order: OrderRow, tracking: StockTracking): Promise<OrderRow | null> =>
  changeByKey(orderDefinition, order, (before, alsoWrite) => {
    if (!before || !hasContent(before)) return before
    const after = { ...before, stockLedger: ledgerAfterChange(before.content, before.stockLedger, tracking) }
    alsoWrite(...newMovementWrites(before, after, tracking))
    return after
  })
