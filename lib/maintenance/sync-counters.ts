/** Saves the numbers that lists count on what they describe. */

import * as carts from '../carts/index.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import type { List } from '../store/list-entry.ts'

/** Whose numbers a list counts, by the beginning of its name; the id follows. */
const followers: Record<string, (tenant: Tenant, id: string) => Promise<void>> = {
  [orders.customerList('')]: customers.syncCounters,
  [orders.salesList('')]: products.syncCounters,
  [orders.usagesList('')]: discounts.syncCounters,
  [carts.openUsagesList('')]: discounts.syncCounters,
}

/** How the names of lists begin whose numbers are saved. */
export const counterListPrefixes: readonly string[] = Object.keys(followers)

export async function syncCounters({ list, account, mode }: List): Promise<void> {
  const beginning = list.slice(0, list.indexOf('=') + 1)
  const id = list.slice(beginning.length)
  await followers[beginning]?.({ account, mode }, id)
}
