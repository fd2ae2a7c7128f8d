/** Saves a product's sales on its row, so that products can be sorted by them. */

import type { ProductId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { readTally } from '../lists/tally.ts'
import { salesList } from '../orders/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import { keyOf, ProductRow } from './entity.ts'
import { productDefinition } from './lists.ts'

/** The lists from whose totals the counters of a product are copied; none if all counters are zero. */
export const counterSourceLists = ({ id, unitsSold, salesAmount }: ProductRow): string[] =>
  unitsSold === 0 && salesAmount === 0 ? [] : [salesList(id)]

/** Reads the row first: if another writer saves a newer tally meanwhile, this conditional write fails and is retried. */
export async function syncCounters(tenant: Tenant, id: ProductId): Promise<void> {
  await retryOnConflict(async () => {
    const { data: row } = await ProductRow.get(keyOf(tenant, id)).go({ consistent: true })
    if (!row) return
    const { unitsSold, salesAmount } = await readCounters(row)
    if (row.unitsSold !== unitsSold || row.salesAmount !== salesAmount)
      await save(productDefinition, { ...row, unitsSold, salesAmount }, row)
  })
}

/** The counters as they should be. */
export async function readCounters({ account, mode, id }: ProductRow, consistent = true) {
  const { measures } = await readTally({ account, mode, list: salesList(id) }, '', consistent)
  const [unitsSold = 0, salesAmount = 0] = measures
  return { unitsSold, salesAmount }
}
