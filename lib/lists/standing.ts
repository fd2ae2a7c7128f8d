/** Fetches what stands at the entries of a page. */

import { count, log } from '../kit/log.ts'
import type { EntryRow } from '../store/entry.ts'
import { readMany } from '../store/read.ts'
import type { AnyEntity } from '../store/writing.ts'
import { idAt } from './position.ts'

interface Named<R> {
  entity: AnyEntity
  keyOf: (id: string) => object
  idOf: (row: R) => string
}

/** In the order of the entries; one whose entity is gone is passed over, and counted as a fault of ours. */
export async function standingAt<R>(entries: readonly EntryRow[], kind: Named<R>): Promise<R[]> {
  const ids = entries.map(({ position }) => idAt(position))
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
  const rows = await readMany<R>(entity, ids.map(keyOf), consistent)
  return new Map(rows.map(row => [idOf(row), row]))
}

function tellOfGone(id: string): void {
  log.error('An entry names something that is not there.', { id })
  count('Faults')
}
