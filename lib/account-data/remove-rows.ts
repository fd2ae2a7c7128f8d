/** Deletes all rows of an entity in one store. Each step may be repeated: what leads to other rows is deleted last. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { removeTallies } from '../lists/remove-list.ts'
import { batchDelete } from '../store/batch-delete.ts'
import { Conflict, conditionalWrite } from '../store/conflict.ts'
import type { ListedRow } from '../store/entity-definition.ts'
import { EntryRow, entryKeysNotIn, entryRowsOf, type ListEntry } from '../store/list-entry.ts'
import { isVersion, reload } from '../store/save.ts'
import { writableRows } from '../store/transaction.ts'
import { batchesIn, dependentRowsOf } from './batches.ts'
import { partitionsOf, type StoredEntity, type StoredRow } from './stored-entity.ts'

const maxConcurrent = 10

export interface RemoveOptions {
  endpoints: readonly string[]
  /** Called with the number of rows deleted until then. */
  onProgress: (name: string, count: number) => void
}

/** Returns how many rows were deleted. */
export async function removeRows(
  stored: StoredEntity,
  tenant: Tenant,
  { endpoints, onProgress }: RemoveOptions,
): Promise<number> {
  let count = 0
  await mapConcurrent(partitionsOf(stored, tenant, endpoints), maxConcurrent, async partition => {
    for await (const { rows } of batchesIn(stored, partition)) {
      await removeBatch(stored, rows)
      count += rows.length
      onProgress(stored.name, count)
    }
  })
  return count
}

async function removeBatch(stored: StoredEntity, rows: StoredRow[]): Promise<void> {
  const { entity, listed } = stored
  if (listed) await removeListed(stored, listed, rows as unknown as ListedRow[])
  else {
    await mapConcurrent(rows, maxConcurrent, row => removeDependents(stored, row))
    await batchDelete(entity, rows)
  }
}

async function removeDependents(stored: StoredEntity, row: StoredRow): Promise<void> {
  for (const dependents of stored.dependents)
    await batchDelete(dependents.entity, await dependentRowsOf(dependents, row))
}

type Listed = NonNullable<StoredEntity['listed']>

async function removeListed(stored: StoredEntity, listed: Listed, rows: ListedRow[]): Promise<void> {
  const lists = new Map<string, Tenant & { list: string }>()
  await mapConcurrent(rows, maxConcurrent, async row => {
    for (const { list } of await removeOne(stored, listed, row))
      lists.set(list, { account: row.account, mode: row.mode, list })
  })
  await mapConcurrent([...lists.values()], maxConcurrent, removeTallies)
}

/** Returns the entries it had. A row that has changed meanwhile is read and deleted again, with what belongs to it now. */
async function removeOne(stored: StoredEntity, listed: Listed, row: ListedRow): Promise<ListEntry[]> {
  const entries = listed.listEntriesOf(row)
  const keys = [...entryRowsOf(row, entries), ...(row.unfinished ?? [])]
  await removeDependents(stored, { ...row })
  await batchDelete(EntryRow, entryKeysNotIn(keys, []))
  if (await removeUnchanged(listed, row)) return entries
  const current = await reload(listed, row)
  return current ? [...entries, ...(await removeOne(stored, listed, current))] : entries
}

/** False if the row has changed since it was read. */
async function removeUnchanged({ entity, keyOf }: Listed, row: ListedRow): Promise<boolean> {
  try {
    await conditionalWrite(() => writableRows(entity).delete(keyOf(row)).where(isVersion(row)).go())
    return true
  } catch (fault) {
    if (fault instanceof Conflict) return false
    throw fault
  }
}
