/**
 * Writes an entity and its list entries. A transaction writes the row and the entries that appear on lists, move or
 * disappear. Changed facets of many other entries are written after it.
 */

import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { Conflict, retryOnConflict } from './conditional-write.ts'
import {
  diffEntries,
  differOnlyInFacets,
  type EntryChanges,
  type EntryKey,
  EntryRow,
  entryKeysNotIn,
  entryRowsOf,
  keyText,
  listOfPartition,
} from './list-entry.ts'
import type { EntityDefinition, VersionedRow } from './stored-object.ts'
import { type Condition, type ExtraWrite, entryWrites, type RowWrite, writeRows } from './transaction.ts'

/** DynamoDB allows 100 writes in a transaction, and one of them writes the row of the entity. */
const maxWrites = 99

/**
 * Replaces the row `before` by `after`, or creates `after`. Throws a Conflict if the row has changed since it was read.
 * If not all entries are written in one transaction, the row is marked as unfinished until the last entry is written.
 * If the save is interrupted, the maintenance worker or the next save of the row writes the remaining entries.
 */
export async function save<Stored extends VersionedRow, R extends Stored>(
  definition: EntityDefinition<Stored>,
  after: R,
  before?: Stored | null,
  extraWrites: readonly ExtraWrite[] = [],
): Promise<R> {
  const version = (before?.version ?? 0) + 1
  const { rowVersion } = definition
  const current = { version, ...(rowVersion && { rowVersion }), unfinished: undefined }
  const row: R = { ...after, ...definition.complete?.(after), ...current }
  const { outdated, ...others } = separateOutdated(definition, changesFor(definition, row, before))
  const { refreshes, ...changes } = separateRefreshes(definition, others, before)
  const [now, later] = splitChanges(changes, maxWrites - extraWrites.length)
  const isFinished = countOf(later) === 0 && refreshes.length === 0
  const stored = isFinished ? row : { ...row, unfinished: changes.deletes }
  const put: RowWrite = { entity: definition.entity, write: Row => Row.put(stored).where(versionCondition(before)) }
  await writeRows([put, ...entryWrites(now), ...extraWrites])
  await mapConcurrent(refreshes, maxConcurrentWrites, refreshEntry)
  const saved = isFinished ? row : await finishEntries(definition, stored, later)
  await deleteOutdated(outdated)
  return saved
}

export const entriesOf = <R extends VersionedRow>({ listEntriesOf }: EntityDefinition<R>, row: R): EntryRow[] =>
  entryRowsOf(row, listEntriesOf(row)).map(entry => ({ ...entry, version: row.version }))

/** Some entries of an unfinished row may be missing, so all entries of such a row are written again. */
function changesFor<R extends VersionedRow>(definition: EntityDefinition<R>, row: R, before?: R | null): EntryChanges {
  const entries = entriesOf(definition, row)
  const old = before ? entriesOf(definition, before) : []
  if (!before?.unfinished) return diffEntries(old, entries)
  return { puts: entries, deletes: entryKeysNotIn([...old, ...before.unfinished], entries) }
}

/**
 * Separates the deletes of outdated entries, which are entries at an earlier position than the row's new one. Readers
 * of some lists ignore them, so they are deleted after the transaction, for one write unit instead of two. A row never
 * returns to an earlier position, so these deletes need no condition.
 */
function separateOutdated<R extends VersionedRow>(
  { mayHaveOutdatedEntries }: EntityDefinition<R>,
  { puts, deletes }: EntryChanges,
): EntryChanges & { outdated: EntryKey[] } {
  if (!mayHaveOutdatedEntries) return { puts, deletes, outdated: [] }
  const positions = new Map(puts.map(({ partition, position }) => [partition, position]))
  const isOutdated = ({ partition, position }: EntryKey) =>
    position < (positions.get(partition) ?? '') && mayHaveOutdatedEntries(listOfPartition(partition)?.list ?? '')
  return { puts, deletes: deletes.filter(key => !isOutdated(key)), outdated: deletes.filter(isOutdated) }
}

/**
 * If at least this many entries change only in their facets, they are written after the transaction, for one write unit
 * each instead of two. Removing the mark of the row then takes as many units as the row has kilobytes.
 */
const minRefreshes = 5

/**
 * Separates the entries in which only the facets change. Some entries of an unfinished row may be missing, so all its
 * entries are written in transactions.
 */
function separateRefreshes<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  { puts, deletes }: EntryChanges,
  before: R | null | undefined,
): EntryChanges & { refreshes: EntryRow[] } {
  const stored = before && !before.unfinished ? entriesOf(definition, before) : []
  const byKey = new Map(stored.map(entry => [keyText(entry), entry]))
  const isRefresh = (entry: EntryRow) => differOnlyInFacets(byKey.get(keyText(entry)), entry)
  const refreshes = puts.filter(isRefresh)
  if (refreshes.length < minRefreshes) return { puts, deletes, refreshes: [] }
  return { puts: puts.filter(entry => !isRefresh(entry)), deletes, refreshes }
}

/** Writes an entry again, unless a later save of the row has already written or deleted the entry. */
const refreshEntry = (entry: EntryRow) =>
  unlessChanged(() => writeRows([{ entity: EntryRow, write: Row => Row.put(entry).where(isOlderThan(entry)) }]))

const isOlderThan =
  (entry: EntryRow): Condition =>
  ({ partition, version }, { exists, notExists, lt }) =>
    `${exists(partition)} AND (${notExists(version)} OR ${lt(version, entry.version)})`

const maxConcurrentWrites = 20

/**
 * Deletes each outdated entry with its own request, because endpoints have no permission to write batches. If the
 * process is interrupted, entries stay until they expire, or until `store check --repair` deletes them. The row is
 * already saved, so a failure is only logged.
 */
async function deleteOutdated(keys: readonly EntryKey[]): Promise<void> {
  try {
    await mapConcurrent(keys, maxConcurrentWrites, key => EntryRow.delete(key).go())
  } catch (fault) {
    logFault('Outdated list entries could not be deleted.', fault)
  }
}

const countOf = ({ puts, deletes }: EntryChanges) => puts.length + deletes.length

/** Splits the changes into the first `max` and the rest. All puts come before the deletes. */
function splitChanges({ puts, deletes }: EntryChanges, max: number): [EntryChanges, EntryChanges] {
  const maxDeletes = Math.max(0, max - puts.length)
  return [
    { puts: puts.slice(0, max), deletes: deletes.slice(0, maxDeletes) },
    { puts: puts.slice(max), deletes: deletes.slice(maxDeletes) },
  ]
}

/** Deletes an entity with its entries, all of which must fit into one transaction. */
export async function remove<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  row: R,
  extraWrites: readonly ExtraWrite[] = [],
): Promise<void> {
  await writeRows([...removalWrites(definition, row), ...extraWrites])
}

/** Returns the writes that delete an entity and its entries. The caller adds them to its own transaction. */
export const removalWrites = <R extends VersionedRow>(definition: EntityDefinition<R>, row: R): RowWrite[] => [
  { entity: definition.entity, write: Row => Row.delete(definition.keyOf(row)).where(versionCondition(row)) },
  ...entryWrites({ puts: [], deletes: storedEntryKeys(definition, row) }),
]

/** Returns the keys of all entries that may be stored, including those that an unfinished save has not deleted yet. */
export const storedEntryKeys = <R extends VersionedRow>(definition: EntityDefinition<R>, row: R): EntryKey[] =>
  entryKeysNotIn([...entriesOf(definition, row), ...(row.unfinished ?? [])], [])

/**
 * Writes the remaining entries of an unfinished row. If another save has changed the row, that save writes the entries.
 */
export async function finishEntries<Stored extends VersionedRow, R extends Stored>(
  definition: EntityDefinition<Stored>,
  row: R,
  rest = changesFor<Stored>(definition, row, row),
): Promise<R> {
  await writeRemaining(definition, row, rest)
  return { ...row, unfinished: undefined }
}

/** Returns false if the row has changed since it was read. */
async function writeRemaining<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  row: R,
  rest: EntryChanges,
): Promise<boolean> {
  const key = definition.keyOf(row)
  const [now, later] = splitChanges(rest, maxWrites)
  const isLast = countOf(later) === 0
  const mark: RowWrite = {
    entity: definition.entity,
    write: Row => (isLast ? Row.patch(key).remove(['unfinished']) : Row.check(key)).where(versionCondition(row)),
  }
  const isWritten = await unlessChanged(() => writeRows([mark, ...entryWrites(now)]))
  return isWritten && (isLast || writeRemaining(definition, row, later))
}

/** Reads the current row; null if there is none. `known` needs only the attributes that the key consists of. */
export async function readByKey<R extends VersionedRow>(
  { entity, keyOf }: EntityDefinition<R>,
  known: object,
): Promise<R | null> {
  const { data } = await entity.get(keyOf(known as R)).go({ consistent: true })
  return data as R | null
}

/** Returns the key attributes of an object. The id is there twice, because orders and carts call it `token`. */
export const keyById = ({ account, mode }: Tenant, id: string) => ({ account, mode, id, token: id })

/** Writes all entries of a row again, for example after a list was added. Returns false if the row does not exist. */
export async function rebuildEntriesOfRow<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  known: object,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const row = await readByKey(definition, known)
    if (!row) return false
    const puts = entriesOf(definition, row)
    const rest = { puts, deletes: entryKeysNotIn(row.unfinished ?? [], puts) }
    if (!(await writeRemaining(definition, row, rest))) throw new Conflict([true])
    return true
  })
}

export const versionCondition =
  (before: VersionedRow | null | undefined): Condition =>
  ({ version }, { eq, notExists }) =>
    before ? eq(version, before.version) : notExists(version)

/**
 * Runs an attempt whose first write requires that the row has not changed. Returns false if this condition fails, and
 * repeats the attempt after any other Conflict.
 */
async function unlessChanged(attempt: () => Promise<void>): Promise<boolean> {
  return retryOnConflict(async () => {
    try {
      await attempt()
      return true
    } catch (error) {
      if (error instanceof Conflict && error.failedConditions[0]) return false
      throw error
    }
  })
}
