/**
 * Writes an entity and its list entries. A transaction writes the row and the entries that appear on lists, move or
 * disappear. If many other entries only get other facets, they are written after the transaction.
 */

import { logFault } from '../core/log.ts'
import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { Conflict, retryOnConflict, tryWrite } from './conditional-write.ts'
import {
  diffEntries,
  type EntryChanges,
  type EntryKey,
  EntryRow,
  entryKeysNotIn,
  entryRowsOf,
  type FacetChange,
  type ListEntry,
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
  const row: R = { ...after, ...definition.computedAttributes?.(after), ...current }
  const { outdated, facetChanges, ...changes } = planEntryChanges(definition, row, before)
  const [now, later] = splitChanges(changes, maxWrites - extraWrites.length)
  const isFinished = countOf(later) === 0 && facetChanges.length === 0
  const stored = isFinished ? row : { ...row, unfinished: changes.deletes }
  const put: RowWrite = { entity: definition.entity, write: Row => Row.put(stored).where(versionCondition(before)) }
  await writeRows([put, ...entryWrites(now), ...extraWrites])
  const notWritten = await writeFacets(facetChanges)
  const rest = { puts: [...later.puts, ...notWritten], deletes: later.deletes }
  const saved = isFinished ? row : await finishEntries(definition, stored, rest)
  await deleteOutdated(outdated)
  return saved
}

export const entriesOf = <R extends VersionedRow>({ listEntriesOf }: EntityDefinition<R>, row: R): EntryRow[] =>
  entryRowsOf(row, listEntriesOf(row)).map(entry => ({ ...entry, version: row.version }))

interface EntriesOrFault {
  entries: ListEntry[]
  /** The reason why the row cannot be read; undefined if the row can be read. */
  fault?: unknown
}

/** Returns the list entries of a row; none if the row cannot be read because it is damaged. */
export function listEntriesOrFault<R extends VersionedRow>(definition: EntityDefinition<R>, row: R): EntriesOrFault {
  try {
    return { entries: definition.listEntriesOf(row) }
  } catch (fault) {
    return { entries: [], fault }
  }
}

interface PlannedChanges extends EntryChanges {
  /** The entries that are written after the transaction. */
  facetChanges: FacetChange[]
  /** The entries that are deleted after the transaction. */
  outdated: EntryKey[]
}

/**
 * If at least this many entries only get other facets, they are written after the transaction, for one write unit each
 * instead of two. The row then needs a second write, which takes as many units as the row has kilobytes.
 */
const minFacetChanges = 5

function planEntryChanges<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  row: R,
  before: R | null | undefined,
): PlannedChanges {
  if (before?.unfinished) return { ...changesOfUnfinished(definition, row, before), facetChanges: [], outdated: [] }
  const { puts, facetChanges, deletes } = diffEntries(
    before ? entriesOf(definition, before) : [],
    entriesOf(definition, row),
  )
  const isOutdated = outdatedAmong(definition, puts)
  const late = facetChanges.length < minFacetChanges ? [] : facetChanges
  const early = late.length > 0 ? puts : [...puts, ...facetChanges.map(({ after }) => after)]
  return {
    puts: early,
    facetChanges: late,
    deletes: deletes.filter(key => !isOutdated(key)),
    outdated: deletes.filter(isOutdated),
  }
}

/** Entries of an unfinished row may be missing or have old facets, so all entries of such a row are written again. */
function changesOfUnfinished<R extends VersionedRow>(definition: EntityDefinition<R>, row: R, before: R): EntryChanges {
  const puts = entriesOf(definition, row)
  return { puts, deletes: entryKeysNotIn([...entriesOf(definition, before), ...(before.unfinished ?? [])], puts) }
}

/**
 * Returns a function that tells whether an entry to delete is outdated: at an earlier position than the row's new one.
 * Readers of some lists ignore such entries, so they are deleted after the transaction, for one write unit instead of
 * two. A row never returns to an earlier position, so these deletes need no condition.
 */
function outdatedAmong<R extends VersionedRow>(
  { mayHaveOutdatedEntries }: EntityDefinition<R>,
  puts: readonly EntryRow[],
): (key: EntryKey) => boolean {
  const positions = new Map(puts.map(({ partition, position }) => [partition, position]))
  return ({ partition, position }) =>
    position < (positions.get(partition) ?? '') &&
    (mayHaveOutdatedEntries?.(listOfPartition(partition)?.list ?? '') ?? false)
}

/** The AWS SDK opens at most 50 connections, and several rows may be saved at the same time. */
const maxConcurrentWrites = 20

/**
 * Writes entries with new facets, each with its own request. Returns the entries that were not written: because of a
 * fault, because the stored entry has unexpected facets, or because a later save has written or deleted it.
 */
async function writeFacets(changes: readonly FacetChange[]): Promise<EntryRow[]> {
  const results = await mapConcurrent(changes, maxConcurrentWrites, async change => {
    const isWritten = await tryWrite(() => writeFacetsOf(change)).catch(() => false)
    return isWritten ? [] : [change.after]
  })
  return results.flat()
}

/** The version keeps a late process from undoing a later save that has returned to the same facets. */
const writeFacetsOf = ({ before, after }: FacetChange) =>
  EntryRow.put(after)
    .where(({ facets, version }, { eq, lt, notExists }) => {
      const isOlder = `${notExists(version)} OR ${lt(version, after.version ?? 0)}`
      return `${eq(facets, before.facets ?? [])} AND (${isOlder})`
    })
    .go()

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

/** A removal deletes at most this many entries, so that its transaction has room for writes of the caller. */
const maxRemovedEntries = 90

/** Returns whether the row can be removed in one transaction. If not, the caller must call `makeRemovable` before. */
export const isRemovable = <R extends VersionedRow>(definition: EntityDefinition<R>, row: R): boolean =>
  storedEntryKeys(definition, row).length <= maxRemovedEntries

/** Returns a row that can be removed in one transaction. If there are too many entries, first saves it with fewer. */
export const makeRemovable = async <R extends VersionedRow>(definition: EntityDefinition<R>, row: R): Promise<R> =>
  isRemovable(definition, row) ? row : save(definition, { ...row, ...definition.withFewEntries?.(row) }, row)

/** Deletes an entity with its entries. */
export async function remove<R extends VersionedRow>(
  definition: EntityDefinition<R>,
  row: R,
  extraWrites: readonly ExtraWrite[] = [],
): Promise<void> {
  const removable = await makeRemovable(definition, row)
  await writeRows([...removalWrites(definition, removable), ...extraWrites])
}

/** Returns the writes that delete a removable entity and its entries. The caller adds them to its own transaction. */
export const removalWrites = <R extends VersionedRow>(definition: EntityDefinition<R>, row: R): RowWrite[] => [
  { entity: definition.entity, write: Row => Row.delete(definition.keyOf(row)).where(versionCondition(row)) },
  ...entryWrites({ puts: [], deletes: storedEntryKeys(definition, row) }),
]

/** Returns the keys of all entries that may be stored, including those that an unfinished save has not deleted yet. */
export const storedEntryKeys = <R extends VersionedRow>(definition: EntityDefinition<R>, row: R): EntryKey[] =>
  entryKeysNotIn([...entriesOf(definition, row), ...(row.unfinished ?? [])], [])

/**
 * Writes the remaining entries of an unfinished row. If another writer has changed the row, that writer or the
 * maintenance worker writes them.
 */
export async function finishEntries<Stored extends VersionedRow, R extends Stored>(
  definition: EntityDefinition<Stored>,
  row: R,
  rest = changesOfUnfinished<Stored>(definition, row, row),
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

/** A row that is damaged may have no version. */
export const versionCondition =
  (before: Partial<VersionedRow> | null | undefined): Condition =>
  ({ version }, { eq, notExists }) =>
    before?.version === undefined ? notExists(version) : eq(version, before.version)

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
