/** Saves on a product what its sales come to, so that products can be listed by it. */

import type { Tenant } from '../core/tenant.ts'
import { readTally } from '../lists/tally.ts'
import { salesList } from '../orders/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import { keyOf, ProductRow } from './entity.ts'
import { productDefinition } from './lists.ts'

/** The lists whose totals are saved on a product, unless all are zero. */
export const counterListsOf = ({ id, units, cents }: ProductRow): string[] =>
  units === 0 && cents === 0 ? [] : [salesList(id)]

/** The row is read before the tally: whoever saves an older number has lost the race for the row. */
export async function syncCounters(tenant: Tenant, id: string): Promise<void> {
  await retryOnConflict(async () => {
    const { data: row } = await ProductRow.get(keyOf(tenant, id)).go({ consistent: true })
    if (!row) return
    const { measures } = await readTally({ ...tenant, list: salesList(id) }, '', true)
    const [units = 0, cents = 0] = measures
    if (row.units !== units || row.cents !== cents)
      await save(productDefinition, { ...row, units, cents }, row)
  })
}
