/** Records stock movements in the transaction that changes the ledger. lib/products then changes the stock. */

import { timestamp } from '../core/clock.ts'
import { newId, type ProductId, productIdOf } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { shardedKey, shards } from '../store/attributes.ts'
import { batchDelete } from '../store/batch.ts'
import { changeRow } from '../store/change.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { hasContent, type OrderRow, StockMovementRow } from './entity.ts'
import { differingProducts, ledgerAfterChange, movementsBetween, type StockTracking } from './stock-ledger.ts'
import { orderDefinition } from './stored.ts'

/** Returns the writes that record the stock movements of a changed order. */
export function newMovementWrites(before: OrderRow, after: OrderRow): ExtraWrite[] {
  const { token } = after
  return movementsBetween(before.stockLedger, after.stockLedger).map(({ userDefinedId, lines }) => {
    const productId = productIdOf(after, userDefinedId)
    const row = { ...shardedKey(after, { productId }), id: newId(), token, lines, recordedAt: timestamp() }
    return { entity: StockMovementRow, write: Row => Row.put(row) }
  })
}

/** Returns the recorded movements of a product, oldest first. */
export async function readMovementsOfProduct(tenant: Tenant, productId: ProductId): Promise<StockMovementRow[]> {
  const query = StockMovementRow.query.byProduct(shardedKey(tenant, { productId }))
  return (await query.go({ pages: 'all', consistent: true })).data
}

export const removeMovements = (movements: readonly StockMovementRow[]): Promise<void> =>
  batchDelete(StockMovementRow, movements)

export async function readMovementsOfStore({ account, mode }: Tenant): Promise<StockMovementRow[]> {
  const pages = await Promise.all(
    shards.map(shard => StockMovementRow.query.byProduct({ account, mode, shard }).go({ pages: 'all' })),
  )
  return pages.flatMap(({ data }) => data)
}

export const movementExists = async (movement: StockMovementRow): Promise<boolean> =>
  (await StockMovementRow.get(movement).go({ consistent: true })).data !== null

/** Returns the products whose movements are not recorded yet. */
export const productsWithUnrecordedMovements = (row: OrderRow): string[] =>
  hasContent(row) ? differingProducts(row.content, row.stockLedger) : []

/** Records as many missing movements as fit into one transaction. Returns null if the order was deleted. */
export const recordMovements = (order: OrderRow, tracking: StockTracking): Promise<OrderRow | null> =>
  changeRow(orderDefinition, order, (before, alsoWrite) => {
    if (!before || !hasContent(before)) return before
    const after = { ...before, stockLedger: ledgerAfterChange(before.content, before.stockLedger, tracking) }
    alsoWrite(...newMovementWrites(before, after))
    return after
  })
