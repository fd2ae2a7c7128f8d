/** Loads and presents the entities of a page of entries. */

import type * as z from 'zod'
import { countMetric, log, logFault } from '../core/log.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchGet } from '../store/batch.ts'
import type { EntryRow } from '../store/list-entry.ts'
import type { AnyEntity } from '../store/transaction.ts'
import { idOfPosition } from './position.ts'

/** A row with its id, which orders and carts call `token`. */
type Identified = Tenant & ({ id: string } | { token: string })
type IdOf<R extends Identified> = R extends { id: infer Id } ? Id : R extends { token: infer Token } ? Token : never

const idOf = (row: Identified): string => ('id' in row ? row.id : row.token)

/** Returns the entities in the order of their entries. A missing entity is left out and counted as a fault. */
export async function loadEntities<R extends Identified>(
  entries: readonly EntryRow[],
  { entity, keyOf }: { entity: AnyEntity; keyOf: (id: IdOf<R>) => Tenant },
): Promise<R[]> {
  const ids = entries.map(({ position }) => idOfPosition<IdOf<R> & string>(position))
  const read = async (some: typeof ids, consistent: boolean) => {
    const rows = await batchGet<R>(entity, some.map(keyOf), consistent)
    return new Map(rows.map(row => [idOf(row), row]))
  }
  const found = await read(ids, false)
  /** An eventually consistent read may miss a new entity, so missing entities are read again consistently. */
  const missing = ids.filter(id => !found.has(id))
  const late = missing.length > 0 ? await read(missing, true) : found
  return ids.flatMap(id => {
    const row = found.get(id) ?? late.get(id)
    if (!row) logMissing(keyOf(id), id)
    return row ? [row] : []
  })
}

function logMissing({ account, mode }: Tenant, id: string): void {
  log.error('A list entry refers to an entity that does not exist.', { account, mode, id })
  countMetric('Faults')
}

/** Presents rows. A row that does not fit the schema is left out and counted as a fault. */
export const presentValidRows = <R extends Identified, S extends z.ZodType>(
  rows: readonly R[],
  { schema, present }: { schema: S; present: (row: R) => z.output<S> },
): z.output<S>[] =>
  rows.flatMap(row => {
    try {
      const item = present(row)
      schema.parse(item)
      return [item]
    } catch (fault) {
      const { account, mode } = row
      logFault('A stored object does not fit its schema.', fault, { account, mode, id: idOf(row) })
      return []
    }
  })
