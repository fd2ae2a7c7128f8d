/** Takes from the stock what an order has bought, once: the order says how far that has come. */

import { createWriteTransaction } from 'electrodb'
import { productIdOf } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { type CompleteRow, isComplete, OrderRow, keyOf as orderKeyOf } from '../orders/entity.ts'
import { turnoverOf } from '../orders/index.ts'
import { readMany } from '../store/read.ts'
import { onFreshData, transact } from '../store/write.ts'
import { keyOf, ProductRow } from './entity.ts'
import { afterSale, hasStock, type Inventory, isOversold, type Line } from './inventory.ts'

/** A transaction has a hundred writes, and one of them is the order's. */
const mostAtOnce = 90

/** The lines of some of an order's products, by the products' ids. */
type Lines = Map<string, Line[]>

export async function takeStock(order: CompleteRow): Promise<void> {
  if (order.taken >= turnoverOf(order).length) return
  const isDone = await onFreshData(() => takeSome(order))
  if (!isDone) await takeStock(order)
}

/** Whether nothing is left to be taken. */
async function takeSome({ token, ...tenant }: CompleteRow): Promise<boolean> {
  const { data: order } = await OrderRow.get(orderKeyOf(tenant, token)).go({ consistent: true })
  if (!isComplete(order)) return true
  const turnover = turnoverOf(order)
  const some = turnover.slice(order.taken, order.taken + mostAtOnce)
  if (some.length === 0) return true
  const lines: Lines = new Map(some.map(([id, lines]) => [productIdOf(tenant, id), lines]))
  const taken = order.taken + some.length
  const isLast = taken >= turnover.length
  const sales = await salesOf(order, lines)
  await transact(taking(order, { taken, isLast, sales }))
  for (const { row, inventory } of sales) tellIfOversold(row, inventory)
  return isLast
}

/** The checkout has refused what is not there; what arrives all the same has been paid for. */
function tellIfOversold({ id }: ProductRow, inventory: Inventory): void {
  if (isOversold(inventory)) log.warn('More was sold than there was.', { product: id })
}

/** What becomes of those products whose stock is kept. */
async function salesOf(order: CompleteRow, lines: Lines) {
  const keys = [...lines.keys()].map(id => keyOf(order, id))
  const rows = await readMany<ProductRow>(ProductRow, keys, true)
  return rows.flatMap(row => {
    const { inventory } = row
    return hasStock(row) && inventory
      ? [{ row, inventory: afterSale(inventory, lines.get(row.id) ?? []) }]
      : []
  })
}

interface Step {
  taken: number
  isLast: boolean
  sales: { row: ProductRow; inventory: Inventory }[]
}

const taking = (order: CompleteRow, { taken, isLast, sales }: Step) =>
  createWriteTransaction({ OrderRow, ProductRow }, ({ OrderRow, ProductRow }) => [
    OrderRow.patch(orderKeyOf(order, order.token))
      .set({ taken })
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
