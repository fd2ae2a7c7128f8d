/** Counts the usages of discounts by orders and open carts. */

import { openUsagesList } from '../carts/index.ts'
import type { Tenant } from '../core/tenant.ts'
import { isEmpty } from '../lists/entries.ts'
import { readTally } from '../lists/tally.ts'
import { usagesList } from '../orders/index.ts'
import { conditionalWrite } from '../store/conflict.ts'
import { syncDerivedFields } from '../store/sync-derived-fields.ts'
import { DiscountRow } from './entity.ts'
import { allRows, find } from './load.ts'

export const isUsed = async (tenant: Tenant, id: string): Promise<boolean> =>
  !(await isEmpty({ ...tenant, list: usagesList(id) }))

/** The lists whose totals are saved on a store's discounts, unless all are zero. */
export async function counterSourceLists(tenant: Tenant): Promise<string[]> {
  const used = (await allRows(tenant)).filter(
    row => row.numberOfUsages > 0 || row.numberOfUsagesUncompleted > 0,
  )
  return used.flatMap(({ id }) => [usagesList(id), openUsagesList(id)])
}

export const syncCounters = (tenant: Tenant, id: string): Promise<void> =>
  syncDerivedFields<DiscountRow>({ load: () => find(tenant, id), derive: readCounters, save: saveCounters })

const saveCounters = (
  { account, mode, id, numberOfUsages, numberOfUsagesUncompleted }: DiscountRow,
  before: DiscountRow,
) =>
  conditionalWrite(() =>
    DiscountRow.patch({ account, mode, id })
      .set({ numberOfUsages, numberOfUsagesUncompleted })
      .add({ version: 1 })
      .where(({ version }, { eq }) => eq(version, before.version))
      .go(),
  )

/** The counters as they should be. */
export async function readCounters({ account, mode, id }: DiscountRow, consistent = true) {
  const [completed, open] = await Promise.all(
    [usagesList(id), openUsagesList(id)].map(list => readTally({ account, mode, list }, '', consistent)),
  )
  return { numberOfUsages: completed?.count ?? 0, numberOfUsagesUncompleted: open?.count ?? 0 }
}
