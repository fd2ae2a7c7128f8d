/** Saves the count and the sum of a customer's orders on the customer, so that lists can be sorted by them. */

import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { readTally } from '../lists/tally.ts'
import { customerList } from '../orders/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { CustomerRow } from './entity.ts'
import { customerDefinition } from './lists.ts'
import { find } from './resolve.ts'

/** The lists from whose totals the counters of a customer are copied; none if all counters are zero. */
export const counterSourceLists = ({ id, ordersCount, ordersAmount }: CustomerRow): string[] =>
  ordersCount === 0 && ordersAmount === 0 ? [] : [customerList(id)]

/** Reads the row first: if another writer saves a newer tally meanwhile, this conditional write fails and is retried. */
export async function syncCounters(tenant: Tenant, id: CustomerId): Promise<void> {
  await retryOnConflict(async () => {
    const row = await find(tenant, id)
    if (!row) return
    const { count, measures } = await readTally({ ...tenant, list: customerList(id) }, '', true)
    const [ordersAmount = 0] = measures
    if (row.ordersCount === count && row.ordersAmount === ordersAmount) return
    await save(customerDefinition, { ...row, ordersCount: count, ordersAmount }, row)
  })
}
