/** Reads carts. */

import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { CartRow, keyOf } from './entity.ts'

export async function find(tenant: Tenant, token: OrderToken, consistent: boolean): Promise<CartRow | null> {
  const { data } = await CartRow.get(keyOf(tenant, token)).go({ consistent })
  return data
}
