/** Reads one order. */

import type { OrderToken } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { type CompletedOrderRow, isComplete, keyOf, OrderRow } from './entity.ts'

export async function loadOrderRow(
  tenant: Tenant,
  token: OrderToken,
  consistent = false,
): Promise<CompletedOrderRow> {
  const { data } = await OrderRow.get(keyOf(tenant, token)).go({ consistent })
  if (!isComplete(data)) throw new Problem('not_found')
  return data
}
