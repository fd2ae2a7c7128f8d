/** Fetches what stands at the entries of a page. */

import { count, log } from '../core/log.ts'
import { batchGet } from '../store/batch-get.ts'
import type { EntryRow } from '../store/list-entry.ts'
import type { AnyEntity } from '../store/transaction.ts'
import { idOfPosition } from './position.ts'

interface Named<R> {
  entity: AnyEntity
  keyOf: (id: string) => object
  idOf: (row: R) => string
}

/** In the order of the entries; one whose entity is gone is passed over, and counted as a fault of ours. */
export async function loadEntities<R>(entries: readonly EntryRow[], kind: Named<R>): Promise<R[]> {
  const ids = entries.map(({ position }) => idOfPosition(position))
  const found = await byId(ids, kind, false)
  /** Entry and entity may be read from copies of the table of which one is a moment behind. */
  const missing = ids.filter(id => !found.has(id))
  const late = missing.length > 0 ? await byId(missing, kind, true) : found
  return ids.flatMap(id => {
    const row = found.get(id) ?? late.get(id)
    if (!row) tellOfGone(id)
    return row ? [row] : []
  })
}

async function byId<R>(ids: readonly string[], { entity, keyOf, idOf }: Named<R>, consistent: boolean) {
  const rows = await batchGet<R>(entity, ids.map(keyOf), consistent)
  return new Map(rows.map(row => [idOf(row), row]))
}

function tellOfGone(id: string): void {
  log.error('An entry names something that is not there.', { id })
  count('Faults')
}
