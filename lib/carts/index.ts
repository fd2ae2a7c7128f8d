/** Carts: what buyers have put together and not ordered yet. */

import * as accounts from '../accounts/index.ts'
import { fitting } from '../kit/page.ts'
import { Problem } from '../kit/problem.ts'
import type { Feature, Tenant } from '../kit/tenant.ts'
import { idAt } from '../lists/position.ts'
import { standingAt } from '../lists/standing.ts'
import type { EntryRow } from '../store/entry.ts'
import { readPlace, written } from './continuation.ts'
import { CartRow, keyOf } from './entity.ts'
import { find } from './keeping.ts'
import { isKept, isOpen } from './lists.ts'
import { present } from './present.ts'
import type { Cart, CartQuery, CartStretch } from './shapes.ts'
import { beginning, walk } from './walk.ts'

export { complete, keep, take } from './keeping.ts'
export { everyCart, openUsagesList } from './lists.ts'
export { CartUpdated } from './told.ts'

export async function list(tenant: Tenant, query: CartQuery): Promise<CartStretch> {
  const { features, secret } = await accounts.withSecret(tenant.account)
  requireFeature(features)
  const binding = { ...tenant, query, secret }
  const { continuationToken: token } = query
  const place = token ? readPlace(token, binding) : beginning(query)
  const { found, hasMore } = await walk(tenant, query, place)
  const rows = await rowsAt(tenant, found)
  const items = fitting(rows.map(present))
  const isCut = items.length < rows.length
  const last = isCut ? found.find(({ position }) => idAt(position) === items.at(-1)?.token) : found.at(-1)
  const after = last?.position ?? place.after
  const hasMoreResults = hasMore || isCut
  const continuationToken = hasMoreResults ? written({ ...place, after }, binding) : null
  return { items, hasMoreResults, continuationToken }
}

/** Since their entries were read, some may have been closed. */
async function rowsAt(tenant: Tenant, entries: readonly EntryRow[]): Promise<CartRow[]> {
  const rows = await standingAt(entries, {
    entity: CartRow,
    keyOf: id => keyOf(tenant, id),
    idOf: (row: CartRow) => row.token,
  })
  return rows.filter(isOpen)
}

export async function get(tenant: Tenant, token: string): Promise<Cart> {
  const { features } = await accounts.get(tenant.account)
  requireFeature(features)
  const row = await find(tenant, token, false)
  if (!row || !isOpen(row) || !isKept(row)) throw new Problem('not_found')
  return present(row)
}

function requireFeature(features: readonly Feature[]): void {
  if (!features.includes('abandonedCarts')) throw new Problem('feature_not_enabled')
}
