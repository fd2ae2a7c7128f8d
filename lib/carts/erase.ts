/** Erases a cart: nothing of it stays but its token and its dates, until it expires. */

import { timestamp } from '../core/clock.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { change } from '../store/change.ts'
import type { CartRow } from './entity.ts'
import { cartDefinition } from './lists.ts'
import { find } from './load.ts'

export async function erase(tenant: Tenant, token: OrderToken): Promise<void> {
  const load = () => find(tenant, token, true)
  await change(cartDefinition, load, row => row && eraseCart(row))
}

const eraseCart = (row: CartRow): CartRow => ({ ...row, latest: {}, discountIds: [], erasedAt: timestamp() })
