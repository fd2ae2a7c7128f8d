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
import { listEntriesOrFault, readByKey, save, storedEntryKeys, versionCondition } from '../store/save.ts'
import { nameOf, type VersionedRow } from '../store/stored-object.ts'
import { writeMethodsOf } from '../store/transaction.ts'
import {
  partitionsOf,
  readDependentRows,
  readPartitionBatches,
  type StoredEntity,
  type StoredRow,
} from './stored-entity.ts'

const maxConcurrent = 10

type OnUnreadable = (name: string) => void

export interface RemoveOptions {
  endpoints: readonly string[]
  /** This function is called with the name of the entity and the number of rows deleted so far. */
  onProgress: (name: string, count: number) => void
  /**
   * This function is called with the name of each damaged object before it is deleted. Its list entries may remain,
   * because the names of its lists are not known.
   */
  onUnreadable?: OnUnreadable
}

/** Returns the number of deleted rows, without their dependent rows. */
export async function removeEntityRows(
  stored: StoredEntity,
  tenant: Tenant,
  { endpoints, onProgress, onUnreadable = () => {} }: RemoveOptions,
): Promise<number> {
  let count = 0
  await mapConcurrent(partitionsOf(stored, tenant, endpoints), maxConcurrent, async partition => {
    for await (const { data: rows } of readPartitionBatches(stored, partition)) {
      await removeBatch(stored, rows, onUnreadable)
      count += rows.length
      onProgress(stored.name, count)
    }
  })
  return count
}

async function removeBatch(stored: StoredEntity, rows: StoredRow[], onUnreadable: OnUnreadable): Promise<void> {
  const { entity, listed, beforeDelete } = stored
  await beforeDelete?.(rows)
  if (listed) await removeListed({ stored, listed, onUnreadable }, rows as VersionedRow[])
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

interface ListedRemoval {
  stored: StoredEntity
  listed: Listed
  onUnreadable: OnUnreadable
}

/**
 * Deletes the list entries of the rows and the totals of their lists, then the rows. If a row has changed meanwhile, it
 * may have new entries, so its deletion starts over.
 */
async function removeListed(removal: ListedRemoval, found: VersionedRow[]): Promise<void> {
  const { listed } = removal
  const finished = await mapConcurrent(found, maxConcurrent, row => finishSave(listed, row))
  const rows = finished.filter(row => row !== null)
  await mapConcurrent(rows, maxConcurrent, row => removeBelongings(removal, row))
  const lists = rows.flatMap(row =>
    listEntriesOrFault(listed, row).entries.map(({ list }) => ({ account: row.account, mode: row.mode, list })),
  )
  const byName = new Map(lists.map(list => [list.list, list]))
  await mapConcurrent([...byName.values()], maxConcurrent, removeTalliesOfList)
  const left = await mapConcurrent(rows, maxConcurrent, async row =>
    (await removeUnchanged(listed, row)) ? null : readByKey(listed, row),
  )
  const changed = left.filter(row => row !== null)
  if (changed.length > 0) await removeListed(removal, changed)
}

const isDamaged = (listed: Listed, row: VersionedRow) => listEntriesOrFault(listed, row).fault !== undefined

/**
 * Saves an unfinished row again, with a new version. Otherwise, the process that is still writing its entries could
 * write them after they are deleted, without a change of the version that `removeUnchanged` would notice. A damaged row
 * cannot be saved.
 */
const finishSave = (listed: Listed, row: VersionedRow): Promise<VersionedRow | null> =>
  retryOnConflict(async () => {
    if (!row.unfinished) return row
    const current = await readByKey(listed, row)
    return current?.unfinished && !isDamaged(listed, current) ? save(listed, current, current) : current
  })

/** The only known entries of a damaged row are those that an unfinished save has not deleted. */
async function removeBelongings({ stored, listed, onUnreadable }: ListedRemoval, row: VersionedRow): Promise<void> {
  await removeDependents(stored, row)
  if (!isDamaged(listed, row)) return batchDelete(EntryRow, storedEntryKeys(listed, row))
  onUnreadable(nameOf(listed, row))
  await batchDelete(EntryRow, row.unfinished ?? [])
}

/** Deletes the row. If the row has changed since it was read, keeps the row and returns false. */
const removeUnchanged = ({ entity, keyOf }: Listed, row: VersionedRow): Promise<boolean> =>
  tryWrite(() => writeMethodsOf(entity).delete(keyOf(row)).where(versionCondition(row)).go())
