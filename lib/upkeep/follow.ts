/** Saves the numbers that lists count on what they describe. */

import * as customers from '../customers/index.ts'
import * as discounts from '../discounts/index.ts'
import type { Tenant } from '../kit/tenant.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import type { List } from '../store/entry.ts'

/** Whose numbers a list counts, by the beginning of its name; the id follows. */
const followers: Record<string, (tenant: Tenant, id: string) => Promise<void>> = {
  [orders.customerList('')]: customers.saveNumbers,
  [orders.salesList('')]: products.saveNumbers,
  [orders.usagesList('')]: discounts.saveNumbers,
  [discounts.openUsagesList('')]: discounts.saveNumbers,
}

/** How the names of lists begin whose numbers are saved. */
export const numbered: readonly string[] = Object.keys(followers)

export async function follow({ list, account, mode }: List): Promise<void> {
  const beginning = list.slice(0, list.indexOf('=') + 1)
  const id = list.slice(beginning.length)
  await followers[beginning]?.({ account, mode }, id)
}
