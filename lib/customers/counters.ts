/** Saves the totals of a customer's orders and subscriptions on the customer, so that lists can be sorted by them. */

import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { readTally } from '../lists/tally.ts'
import { customerList } from '../orders/index.ts'
import { save } from '../store/save.ts'
import { syncDerivedFields } from '../store/sync-derived-fields.ts'
import { openCustomerList } from '../subscriptions/index.ts'
import type { CustomerRow } from './entity.ts'
import { customerDefinition } from './lists.ts'
import { find } from './resolve.ts'

/** The lists from whose totals the counters of a customer are copied; none where the counters are zero. */
export const counterSourceLists = ({ id, ordersCount, ordersAmount, subscriptionsCount }: CustomerRow) => [
  ...(ordersCount === 0 && ordersAmount === 0n ? [] : [customerList(id)]),
  ...(subscriptionsCount === 0 ? [] : [openCustomerList(id)]),
]

export const syncCounters = (tenant: Tenant, id: CustomerId): Promise<void> =>
  syncDerivedFields<CustomerRow>({
    load: () => find(tenant, id),
    derive: readCounters,
    save: (after, before) => save(customerDefinition, after, before),
  })

/** The counters as they should be. */
export async function readCounters({ account, mode, id }: CustomerRow, consistent = true) {
  const [orders, subscriptions] = await Promise.all([
    readTally({ account, mode, list: customerList(id) }, '', consistent),
    readTally({ account, mode, list: openCustomerList(id) }, '', consistent),
  ])
  const [ordersAmount = 0n] = orders.measures
  return { ordersCount: orders.count, ordersAmount, subscriptionsCount: subscriptions.count }
}
