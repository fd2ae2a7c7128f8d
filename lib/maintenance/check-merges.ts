/** Checks that customers who were merged into others have left nothing behind. */

import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as customers from '../customers/index.ts'
import type { Difference } from './finding.ts'

export async function mergeDifferences(tenant: Tenant): Promise<Difference[]> {
  const found: Difference[] = []
  for await (const ids of customers.unfinishedMerges(tenant))
    found.push(...ids.map(id => unfinishedMerge(tenant, id)))
  return found
}

const unfinishedMerge = (tenant: Tenant, id: CustomerId): Difference => ({
  kind: 'unfinished-merge',
  key: `customer ${id}`,
  list: null,
  is: 'merged, with orders or subscriptions',
  shouldBe: 'merged, without any',
  persists: () => customers.isUnfinishedMerge(tenant, id),
  repair: { target: `merge of customer ${id}`, run: () => customers.reassignMerged(tenant, id) },
})
