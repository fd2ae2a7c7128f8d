/** Defines what all steps of one run of `store import` share, and which listed objects a run imports. */

import type { Client } from '../../../lib/client/index.ts'
import { dateTime } from '../../../lib/core/fields.ts'
import { isObject } from '../../../lib/core/json.ts'
import type { Tenant } from '../../../lib/core/tenant.ts'
import type { ImportKind } from '../../../lib/import/index.ts'
import type { ReportProgress } from '../progress.ts'
import type { ImportState } from './import-state.ts'
import type { ListedObject } from './source-pages.ts'

export interface Import {
  shop: Client
  tenant: Tenant
  state: ImportState
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

/** An order without a modification date counts as changed. */
function mayHaveChanged(item: unknown, since: string): boolean {
  if (!isObject(item) || !item.modificationDate) return true
  return isSince(since, item.modificationDate) || isSince(since, item.creationDate)
}

/** Returns the date since which objects of this kind must have changed to be imported; null if all are imported. */
export const sinceOf = (kind: ImportKind, { since }: Pick<ImportState, 'since'>) => (kind === 'orders' ? since : null)

/**
 * Returns whether a run imports an object. With `since`, an order is imported only if it may have changed since this
 * date, or if its id is in `failed` or `different`. All objects of other kinds are imported, because most lists of
 * these kinds do not show when an object was changed.
 */
export function isSelectedForImport(kind: ImportKind, { id, item }: ListedObject, state: ImportState): boolean {
  const since = sinceOf(kind, state)
  if (since === null || mayHaveChanged(item, since)) return true
  const { failed = {}, different = [] } = state.kinds[kind] ?? {}
  return id in failed || different.includes(id)
}
