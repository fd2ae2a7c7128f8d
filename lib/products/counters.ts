/** Saves a product's sales on its row, so that products can be sorted by them. */

import type { ProductId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { readTally } from '../lists/tally.ts'
import { salesList } from '../orders/index.ts'
import { save } from '../store/save.ts'
import { syncDerivedFields } from '../store/sync-derived-fields.ts'
import { keyOf, ProductRow } from './entity.ts'
import { productDefinition } from './lists.ts'

/** The lists from whose totals the counters of a product are copied; none if all counters are zero. */
export const counterSourceLists = ({ id, unitsSold, salesAmount }: ProductRow): string[] =>
  unitsSold === 0n && salesAmount === 0n ? [] : [salesList(id)]

export const syncCounters = (tenant: Tenant, id: ProductId): Promise<void> =>
  syncDerivedFields<ProductRow>({
    load: async () => (await ProductRow.get(keyOf(tenant, id)).go({ consistent: true })).data,
    derive: readCounters,
    save: (after, before) => save(productDefinition, after, before),
  })

/** The counters as they should be. */
export async function readCounters({ account, mode, id }: ProductRow, consistent = true) {
  const { measures } = await readTally({ account, mode, list: salesList(id) }, '', consistent)
  const [unitsSold = 0n, salesAmount = 0n] = measures
  return { unitsSold, salesAmount }
}
