/** Erases a cart: nothing of it stays but its token and its dates, until it expires. */

import { timestamp } from '../core/clock.ts'
import type { OrderToken } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { save } from '../store/save.ts'
import type { CartRow } from './entity.ts'
import { cartDefinition } from './lists.ts'
import { find } from './load.ts'

export const erase = (tenant: Tenant, token: OrderToken): Promise<void> =>
  retryOnConflict(async () => {
    const row = await find(tenant, token, true)
    if (row) await save(cartDefinition, eraseCart(row), row)
  })

const eraseCart = (row: CartRow): CartRow => ({ ...row, latest: {}, discountIds: [], erasedAt: timestamp() })
