/** Lists and reads abandoned carts. */

import * as accounts from '../accounts/index.ts'
import type { OrderToken } from '../core/ids.ts'
import { takeWhileFits } from '../core/paging.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { loadEntities, presentValidRows } from '../lists/load-entities.ts'
import { idOfPosition } from '../lists/position.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { type Cursor, oldestPosition, readCursorPage, signCursor, startKeyAfter, verifyCursor } from './cursor-page.ts'
import { CartRow, keyOf } from './entity.ts'
import { isNotExpired, isOpen, positionOf } from './lists.ts'
import { present } from './presenter.ts'
import { type AbandonedCartPage, Cart, type CartQuery } from './schemas.ts'

export { importCart, removeCompletedCart, setEmailAndAddresses, upsertCart } from './apply.ts'
export { CartUpdated } from './checkout-events.ts'
export { openCartsKind, openCartsOfDiscountList } from './lists.ts'
export { cartDefinition } from './stored-object.ts'

export async function list(tenant: Tenant, query: CartQuery): Promise<AbandonedCartPage> {
  const { secret } = await accounts.getWithContinuationSecret(tenant.account)
  const binding = { ...tenant, query, secret }
  const { continuationToken: token } = query
  const start: Cursor = token ? verifyCursor(token, binding) : { end: oldestPosition(query) }
  const { found, hasMore } = await readCursorPage(tenant, query, start)
  const rows = await loadOpenCarts(tenant, found)
  const carts = presentValidRows(rows, { schema: Cart, present })
  const items = takeWhileFits(carts)
  const isCut = items.length < carts.length
  const last = isCut ? found.find(({ position }) => idOfPosition(position) === items.at(-1)?.token) : found.at(-1)
  const next = { startKey: last ? startKeyAfter(tenant, query, last) : start.startKey, end: start.end }
  const hasMoreResults = hasMore || isCut
  return { items, hasMoreResults, continuationToken: hasMoreResults ? signCursor(next, binding) : null }
}

/** Loads the carts of list entries. Leaves out carts that are no longer open, and carts with outdated entries. */
async function loadOpenCarts(tenant: Tenant, entries: readonly EntryRow[]): Promise<CartRow[]> {
  const rows = await loadEntities<CartRow>(entries, { entity: CartRow, keyOf: id => keyOf(tenant, id) })
  const positions = new Map<string, string>(entries.map(({ position }) => [idOfPosition(position), position]))
  return rows.filter(row => isOpen(row) && positionOf(row) <= (positions.get(row.token) ?? ''))
}

export async function get(tenant: Tenant, token: OrderToken): Promise<Cart> {
  const { data: row } = await CartRow.get(keyOf(tenant, token)).go()
  if (!row || !isOpen(row) || !isNotExpired(row)) throw new Problem('not_found')
  return present(row)
}
