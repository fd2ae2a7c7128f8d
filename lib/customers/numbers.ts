/** Saves on a customer what their orders come to, so that customers can be listed by it. */

import type { Tenant } from '../kit/tenant.ts'
import { readTally } from '../lists/tally.ts'
import { customerList } from '../orders/index.ts'
import { save } from '../store/save.ts'
import { onFreshData } from '../store/write.ts'
import { customerKind } from './entity.ts'
import { find } from './find.ts'

/** The row is read before the tally: whoever saves an older number has lost the race for the row. */
export async function saveNumbers(tenant: Tenant, id: string): Promise<void> {
  await onFreshData(async () => {
    const row = await find(tenant, id)
    if (!row) return
    const { count, measures } = await readTally({ ...tenant, list: customerList(id) }, '', true)
    const [ordersCents = 0] = measures
    if (row.ordersCount === count && row.ordersCents === ordersCents) return
    await save(customerKind, { ...row, ordersCount: count, ordersCents }, row)
  })
}
