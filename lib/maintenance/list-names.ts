/** Which lists a store has: no row says so, but whatever stands on a list, or was counted on it, names it. */

import * as carts from '../carts/index.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import { DiscountRow } from '../discounts/entity.ts'
import { readTallies } from '../lists/tally.ts'
import * as orders from '../orders/index.ts'
import * as products from '../products/index.ts'
import { allOf, kinds } from './entities.ts'
import { counterListPrefixes } from './sync-counters.ts'

const fixed = [carts.allCartsList, ...customers.fixedLists, ...orders.fixedLists, ...products.fixedLists]

/** Those too on which nothing stands any more, as far as anything still tells: they are not empty to who counts wrong. */
export async function listsOf({ account, mode }: Tenant): Promise<Set<string>> {
  const tenant = { account, mode }
  const lists = new Set([...fixed, ...(await summedUp(tenant)), ...(await ofDiscounts(tenant))])
  for (const found of kinds)
    for await (const rows of allOf(found, tenant))
      for (const row of rows) {
        for (const { list } of found.kind.listEntriesOf(row)) lists.add(list)
        for (const list of found.numberedBy(row)) lists.add(list)
      }
  return lists
}

async function summedUp(tenant: Tenant): Promise<string[]> {
  const tallies = await Promise.all(counterListPrefixes.map(beginning => readTallies(tenant, beginning)))
  return tallies.flat().map(({ list }) => list)
}

async function ofDiscounts(tenant: Tenant): Promise<string[]> {
  const { data } = await DiscountRow.query.inOrder(tenant).go({ pages: 'all' })
  const used = data.filter(row => row.numberOfUsages > 0 || row.numberOfUsagesUncompleted > 0)
  return used.flatMap(({ id }) => [orders.usagesList(id), carts.openUsagesList(id)])
}
