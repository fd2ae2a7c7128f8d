/**
 * Deletes all rows of an entity in one store. Dependent rows are deleted before the row by which they are found, so
 * that an interrupted deletion can be repeated.
 */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { removeTalliesOfList } from '../lists/remove-tallies.ts'
import { batchDelete } from '../store/batch.ts'
import { retryOnConflict, tryWrite } from '../store/conditional-write.ts'
import { EntryRow } from '../store/list-entry.ts'
import { readByKey, save, storedEntryKeys, versionCondition } from '../store/save.ts'
import type { VersionedRow } from '../store/stored-object.ts'
import { writeMethodsOf } from '../store/transaction.ts'
import {
  partitionsOf,
  readDependentRows,
  readPartitionBatches,
  type StoredEntity,
  type StoredRow,
} from './stored-entity.ts'

const maxConcurrent = 10

export interface RemoveOptions {
  endpoints: readonly string[]
  /** This function is called with the name of the entity and the number of rows deleted so far. */
  onProgress: (name: string, count: number) => void
}

/** Returns the number of deleted rows, without their dependent rows. */
export async function removeEntityRows(
  stored: StoredEntity,
  tenant: Tenant,
  { endpoints, onProgress }: RemoveOptions,
): Promise<number> {
  let count = 0
  await mapConcurrent(partitionsOf(stored, tenant, endpoints), maxConcurrent, async partition => {
    for await (const { data: rows } of readPartitionBatches(stored, partition)) {
      await removeBatch(stored, rows)
      count += rows.length
      onProgress(stored.name, count)
    }
  })
  return count
}

async function removeBatch(stored: StoredEntity, rows: StoredRow[]): Promise<void> {
  const { entity, listed } = stored
  if (listed) await removeListed(stored, listed, rows as VersionedRow[])
  else {
    await mapConcurrent(rows, maxConcurrent, row => removeDependents(stored, row))
    await batchDelete(entity, rows)
  }
}

async function removeDependents(stored: StoredEntity, row: StoredRow): Promise<void> {
  for (const dependents of stored.dependents)
    await batchDelete(dependents.entity, await readDependentRows(dependents, row))
}

type Listed = NonNullable<StoredEntity['listed']>

/**
 * Deletes the list entries of the rows and the totals of their lists, then the rows. If a row has changed meanwhile, it
 * may have new entries, so its deletion starts over.
 */
async function removeListed(stored: StoredEntity, listed: Listed, found: VersionedRow[]): Promise<void> {
  const finished = await mapConcurrent(found, maxConcurrent, row => finishSave(listed, row))
  const rows = finished.filter(row => row !== null)
  await mapConcurrent(rows, maxConcurrent, row => removeBelongings(stored, listed, row))
  const lists = rows.flatMap(row =>
    listed.listEntriesOf(row).map(({ list }) => ({ account: row.account, mode: row.mode, list })),
  )
  const byName = new Map(lists.map(list => [list.list, list]))
  await mapConcurrent([...byName.values()], maxConcurrent, removeTalliesOfList)
  const left = await mapConcurrent(rows, maxConcurrent, async row =>
    (await removeUnchanged(listed, row)) ? null : readByKey(listed, row),
  )
  const changed = left.filter(row => row !== null)
  if (changed.length > 0) await removeListed(stored, listed, changed)
}

/**
 * Saves an unfinished row again, with a new version. Otherwise, the process that is still writing its entries could
 * write them after they are deleted, without a change of the version that `removeUnchanged` would notice.
 */
const finishSave = (listed: Listed, row: VersionedRow): Promise<VersionedRow | null> =>
  retryOnConflict(async () => {
    if (!row.unfinished) return row
    const current = await readByKey(listed, row)
    return current?.unfinished ? save(listed, current, current) : current
  })

async function removeBelongings(stored: StoredEntity, listed: Listed, row: VersionedRow): Promise<void> {
  await removeDependents(stored, row)
  await batchDelete(EntryRow, storedEntryKeys(listed, row))
}

/** Deletes the row. If the row has changed since it was read, keeps the row and returns false. */
const removeUnchanged = ({ entity, keyOf }: Listed, row: VersionedRow): Promise<boolean> =>
  tryWrite(() => writeMethodsOf(entity).delete(keyOf(row)).where(versionCondition(row)).go())
