/** Saves on a customer what their orders come to, so that customers can be listed by it. */

import type { Tenant } from '../core/tenant.ts'
import { readTally } from '../lists/tally.ts'
import { customerList } from '../orders/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { CustomerRow } from './entity.ts'
import { customerDefinition } from './lists.ts'
import { find } from './resolve.ts'

/** The lists whose totals are saved on a customer, unless all are zero. */
export const counterListsOf = ({ id, ordersCount, ordersCents }: CustomerRow): string[] =>
  ordersCount === 0 && ordersCents === 0 ? [] : [customerList(id)]

/** The row is read before the tally: whoever saves an older number has lost the race for the row. */
export async function syncCounters(tenant: Tenant, id: string): Promise<void> {
  await retryOnConflict(async () => {
    const row = await find(tenant, id)
    if (!row) return
    const { count, measures } = await readTally({ ...tenant, list: customerList(id) }, '', true)
    const [ordersCents = 0] = measures
    if (row.ordersCount === count && row.ordersCents === ordersCents) return
    await save(customerDefinition, { ...row, ordersCount: count, ordersCents }, row)
  })
}
