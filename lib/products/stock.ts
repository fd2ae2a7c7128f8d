/** Takes from the stock what an order has bought, once: the order says how far that has come. */

import { createWriteTransaction } from 'electrodb'
import { productIdOf } from '../core/ids.ts'
import { log } from '../core/log.ts'
import { takeBytes } from '../core/page.ts'
import { type CompletedOrderRow, isComplete, OrderRow, keyOf as orderKeyOf } from '../orders/entity.ts'
import { sparedBy, stockMovements } from '../orders/index.ts'
import { batchGet } from '../store/batch-get.ts'
import { retryOnConflict, runTransaction } from '../store/conflict.ts'
import { keyOf, ProductRow } from './entity.ts'
import { afterSale, hasStock, type Inventory, isOversold, type Line } from './inventory.ts'

/** A transaction has a hundred writes, and one of them is the order's. */
const mostAtOnce = 90
/** It has 4 MB too, which rows count against as a whole; the order's may need a tenth of them. */
const mostBytes = 3_000_000

type Turnover = ReturnType<typeof stockMovements>

export async function takeStock(order: CompletedOrderRow): Promise<void> {
  if (order.taken >= stockMovements(order).length) return
  const isDone = await retryOnConflict(() => takeSome(order))
  if (!isDone) await takeStock(order)
}

/** Whether nothing is left to be taken. */
async function takeSome({ token, ...tenant }: CompletedOrderRow): Promise<boolean> {
  const { data: order } = await OrderRow.get(orderKeyOf(tenant, token)).go({ consistent: true })
  if (!isComplete(order)) return true
  const turnover = stockMovements(order)
  const due = turnover.slice(order.taken, order.taken + mostAtOnce)
  if (due.length === 0) return true
  const step = takeBytes(await salesOf(order, due), mostBytes)
  const sales = step.filter(sale => sale !== null)
  const spared = due.flatMap(([id], n) => (step[n] === null ? [id] : []))
  const isLast = order.taken + step.length >= turnover.length
  await runTransaction(taking(order, { sales, spared, isLast }))
  for (const { row, inventory } of sales) tellIfOversold(row, inventory)
  return isLast
}

/** The checkout has refused what is not there; what arrives all the same has been paid for. */
function tellIfOversold({ id }: ProductRow, inventory: Inventory): void {
  if (isOversold(inventory)) log.warn('More was sold than there was.', { product: id })
}

interface Sale {
  row: ProductRow
  inventory: Inventory
}

/** What becomes of each of the products; null where no stock is kept. */
async function salesOf(order: CompletedOrderRow, due: Turnover): Promise<(Sale | null)[]> {
  const keys = due.map(([id]) => keyOf(order, productIdOf(order, id)))
  const rows = await batchGet<ProductRow>(ProductRow, keys, true)
  const byId = new Map(rows.map(row => [row.id, row]))
  return due.map(([id, lines]) => saleOf(byId.get(productIdOf(order, id)), lines))
}

function saleOf(row: ProductRow | undefined, lines: readonly Line[]): Sale | null {
  const inventory = row?.inventory
  return row && inventory && hasStock(row) ? { row, inventory: afterSale(inventory, lines) } : null
}

interface Step {
  sales: readonly Sale[]
  /** Products whose stock is not kept. */
  spared: readonly string[]
  isLast: boolean
}

const taking = (order: CompletedOrderRow, { sales, spared, isLast }: Step) =>
  createWriteTransaction({ OrderRow, ProductRow }, ({ OrderRow, ProductRow }) => [
    OrderRow.patch(orderKeyOf(order, order.token))
      .set({ taken: order.taken + sales.length, spared: sparedBy(order, spared) })
      .remove(isLast ? ['former'] : [])
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
