/** Defines what all steps of one run of `store import` share, and which listed objects a run imports. */

import type { Client } from '../../../lib/client/index.ts'
import { dateTime } from '../../../lib/core/fields.ts'
import { isObject } from '../../../lib/core/json.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import type { ImportKind, ImportOptions } from '../../../lib/import/index.ts'
import type { ReportProgress } from '../progress.ts'
import type { ImportState } from './import-state.ts'
import type { ListedObject } from './source-pages.ts'

export interface Import extends Required<ImportOptions> {
  shop: Client
  tenant: Tenant
  state: ImportState
  /** Carts that have not changed since this time would have expired in this store, so they are not imported. */
  cartsSince: string
  describeError: (error: unknown) => string
}

export interface ImportRun extends Import {
  kinds: readonly ImportKind[]
  /** The longest time to wait until the lists of this store have counted the imported objects. */
  waitSeconds: number
  nextCreditNote: number | undefined
  save: () => Promise<void>
  report: ReportProgress
}

const isSince = (since: string, value: unknown) => {
  const date = dateTime.safeParse(value)
  return date.success && date.data >= since
}

function hasExpired(cart: unknown, cartsSince: string): boolean {
  if (!isObject(cart)) return false
  const date = dateTime.safeParse(cart.modificationDate ?? cart.creationDate)
  return date.success && date.data <= cartsSince
}

/** An order without a modification date counts as changed. */
function mayHaveChanged(item: unknown, since: string): boolean {
  if (!isObject(item) || !item.modificationDate) return true
  return isSince(since, item.modificationDate) || isSince(since, item.creationDate)
}

/**
 * Returns whether a run imports an object. With `since`, an order is imported only if it may have changed since this
 * date, or if its id is in `failed` or `different`. All objects of other kinds are imported, except expired carts,
 * because most lists of these kinds do not show when an object was changed.
 */
export function isSelectedForImport(
  { state, cartsSince }: Pick<Import, 'state' | 'cartsSince'>,
  kind: ImportKind,
  { id, item }: ListedObject,
): boolean {
  if (kind === 'carts') return !hasExpired(item, cartsSince)
  if (kind !== 'orders' || state.since === null || mayHaveChanged(item, state.since)) return true
  const { failed = {}, different = [] } = state.kinds.orders ?? {}
  return id in failed || different.includes(id)
}
