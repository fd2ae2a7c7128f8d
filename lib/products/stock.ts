/** Moves the stock of products for an order, in steps that its stock ledger makes repeatable. */

import { createWriteTransaction } from 'electrodb'
import { productIdOf } from '../core/ids.ts'
import { log } from '../core/log.ts'
import { takeWhileFits } from '../core/page.ts'
import { type CompletedOrderRow, isComplete, OrderRow, keyOf as orderKeyOf } from '../orders/entity.ts'
import { applyMovements, type StockLedger, type StockMovement, stockMovements } from '../orders/index.ts'
import { batchGet } from '../store/batch.ts'
import { retryOnConflict, runTransaction } from '../store/conflict.ts'
import { keyOf, ProductRow } from './entity.ts'
import { afterSale, type Inventory, isOversold, tracksStock } from './inventory.ts'

/** A transaction holds 100 writes, and one of them is the order's. */
const maxProducts = 90
/** A transaction holds 4 MB, counting whole rows; the order's may need a tenth of them. */
const maxBytes = 3_000_000

const movementsOf = (order: OrderRow) =>
  isComplete(order) ? stockMovements(order.content, order.stockLedger) : []

/** Takes from the stock what the order wants, and gives back what it no longer wants. */
export async function updateStock(order: OrderRow): Promise<void> {
  let isDone = movementsOf(order).length === 0
  while (!isDone) isDone = await retryOnConflict(() => moveSome(order))
}

/** Makes as many of the due movements as one transaction holds; true when none is left. */
async function moveSome({ token, ...tenant }: OrderRow): Promise<boolean> {
  const { data: order } = await OrderRow.get(orderKeyOf(tenant, token)).go({ consistent: true })
  if (!isComplete(order)) return true
  const due = movementsOf(order)
  if (due.length === 0) return true
  const changes = takeWhileFits(await changesFor(order, due.slice(0, maxProducts)), maxBytes)
  const sales = changes.flatMap(({ sale }) => sale ?? [])
  await runTransaction(stockTransaction(order, sales, newLedger(order, changes)))
  for (const { row, inventory } of sales) warnIfOversold(row, inventory)
  return changes.length === due.length
}

/** The checkout rejects items that are out of stock. An order that arrives anyway has been paid for, so it is accepted. */
function warnIfOversold({ account, mode, id }: ProductRow, inventory: Inventory): void {
  if (isOversold(inventory)) log.warn('More was sold than was in stock.', { account, mode, product: id })
}

interface Sale {
  row: ProductRow
  inventory: Inventory
}

interface StockChange {
  movement: StockMovement
  /** Null where the product's stock is not tracked. */
  sale: Sale | null
}

async function changesFor(
  order: CompletedOrderRow,
  movements: readonly StockMovement[],
): Promise<StockChange[]> {
  const idOf = ({ userDefinedId }: StockMovement) => productIdOf(order, userDefinedId)
  const keys = movements.map(movement => keyOf(order, idOf(movement)))
  const rows = await batchGet<ProductRow>(ProductRow, keys, true)
  const rowById = new Map(rows.map(row => [row.id, row]))
  return movements.map(movement => ({ movement, sale: saleOf(rowById.get(idOf(movement)), movement) }))
}

function saleOf(row: ProductRow | undefined, { lines }: StockMovement): Sale | null {
  const inventory = row?.inventory
  return row && inventory && tracksStock(row) ? { row, inventory: afterSale(inventory, lines) } : null
}

function newLedger({ stockLedger }: CompletedOrderRow, changes: readonly StockChange[]): StockLedger {
  const tracked = new Set(changes.flatMap(({ movement, sale }) => (sale ? [movement.userDefinedId] : [])))
  const movements = changes.map(({ movement }) => movement)
  return applyMovements(stockLedger, movements, id => tracked.has(id))
}

const stockTransaction = (order: CompletedOrderRow, sales: readonly Sale[], stockLedger: StockLedger) =>
  createWriteTransaction({ OrderRow, ProductRow }, ({ OrderRow, ProductRow }) => [
    OrderRow.patch(orderKeyOf(order, order.token))
      .set({ stockLedger })
      .add({ version: 1 })
      .where(({ version }, { eq }) => eq(version, order.version))
      .commit(),
    ...sales.map(({ row, inventory }) =>
      ProductRow.patch(keyOf(row, row.id))
        .set({ inventory })
        .add({ version: 1 })
        .where(({ version }, { eq }) => eq(version, row.version))
        .commit(),
    ),
  ])
