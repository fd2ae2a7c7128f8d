/** Loads and presents the entities of a page of entries. */

import type * as z from 'zod'
import { countMetric, log, logFault } from '../core/log.ts'
import type { Tenant } from '../core/tenant.ts'
import { batchGet } from '../store/batch.ts'
import type { EntryRow } from '../store/list-entry.ts'
import type { AnyEntity } from '../store/transaction.ts'
import { idOfPosition } from './position.ts'

interface EntityLoader<R, Id extends string> {
  entity: AnyEntity
  keyOf: (id: Id) => Tenant
  idOf: (row: R) => Id
}

/** Returns the entities in the order of their entries. An entry without an entity is counted as a fault. */
export async function loadEntities<R, Id extends string>(
  entries: readonly EntryRow[],
  loader: EntityLoader<R, Id>,
): Promise<R[]> {
  const ids = entries.map(({ position }) => idOfPosition<Id>(position))
  const found = await byId(ids, loader, false)
  /** An eventually consistent read may miss a new entity, so missing entities are read again consistently. */
  const missing = ids.filter(id => !found.has(id))
  const late = missing.length > 0 ? await byId(missing, loader, true) : found
  return ids.flatMap(id => {
    const row = found.get(id) ?? late.get(id)
    if (!row) logMissing(loader.keyOf(id), id)
    return row ? [row] : []
  })
}

async function byId<R, Id extends string>(
  ids: readonly Id[],
  { entity, keyOf, idOf }: EntityLoader<R, Id>,
  consistent: boolean,
) {
  const rows = await batchGet<R>(entity, ids.map(keyOf), consistent)
  return new Map(rows.map(row => [idOf(row), row]))
}

function logMissing({ account, mode }: Tenant, id: string): void {
  log.error('A list entry refers to an entity that does not exist.', { account, mode, id })
  countMetric('Faults')
}

interface Presentation<R, S extends z.ZodType> {
  schema: S
  present: (row: R) => z.output<S>
  idOf: (row: R) => string
}

/** A row that does not fit the schema is left out and counted as a fault, so that the others are still returned. */
export const presentRows = <R extends Tenant, S extends z.ZodType>(
  rows: readonly R[],
  { schema, present, idOf }: Presentation<R, S>,
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
