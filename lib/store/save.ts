/** Writes an entity and its entries in one transaction, so that a change shows in every list at once. */

import { Conflict, conditionalWrite, retryOnConflict, runTransaction } from './conflict.ts'
import type { EntityDefinition, ListedRow } from './entity-definition.ts'
import { changesFor, countOf, splitChanges } from './entry-changes.ts'
import { type EntryChanges, EntryRow, entryKeysNotIn, entryRowsOf } from './list-entry.ts'
import {
  type Condition,
  type ExtraWrite,
  type WritableRows,
  writableRows,
  writeTransaction,
} from './transaction.ts'

/** DynamoDB takes a hundred writes at once, and one of them is the entity's. */
const maxWrites = 99

/**
 * Puts `after` in the place of `before`, or as a new one; a Conflict when it is no longer as it was. Where entries are
 * too many for one transaction the row says so until the rest is written, by us or by whoever comes upon it.
 */
export async function save<R extends ListedRow>(
  kind: EntityDefinition<R>,
  after: R,
  before?: R | null,
  extraWrites: readonly ExtraWrite[] = [],
): Promise<R> {
  const row: R = { ...after, version: (before?.version ?? 0) + 1, unfinished: undefined }
  const changes = changesFor(kind, row, before)
  const [now, later] = splitChanges(changes, maxWrites - extraWrites.length)
  const isWhole = countOf(later) === 0
  const written = isWhole ? row : { ...row, unfinished: changes.deletes }
  const first = (Row: WritableRows) => Row.put(written).where(isAs(before))
  /** Alone it costs half of what a transaction does. */
  if (countOf(changes) + extraWrites.length === 0)
    await conditionalWrite(() => first(writableRows(kind.entity)).go())
  else await runTransaction(writeTransaction({ entity: kind.entity, first, ...now, extraWrites }))
  return isWhole ? row : finishEntries(kind, written, later)
}

/** Removes an entity with its entries, which must be few enough to go at once. */
export async function remove<R extends ListedRow>(
  kind: EntityDefinition<R>,
  row: R,
  extraWrites: readonly ExtraWrite[] = [],
): Promise<void> {
  const deletes = entryKeysNotIn(
    [...entryRowsOf(row, kind.listEntriesOf(row)), ...(row.unfinished ?? [])],
    [],
  )
  const first = (Row: WritableRows) => Row.delete(kind.keyOf(row)).where(isAs(row))
  await runTransaction(writeTransaction({ entity: kind.entity, first, puts: [], deletes, extraWrites }))
}

/** The same beside something else. */
export const removalWrites = <R extends ListedRow>(
  { entity, keyOf, listEntriesOf }: EntityDefinition<R>,
  row: R,
): ExtraWrite[] => [
  { entity, write: Row => Row.delete(keyOf(row)).where(isAs(row)) },
  ...entryRowsOf(row, listEntriesOf(row)).map(entry => ({
    entity: EntryRow,
    write: (Row: WritableRows) => Row.delete(entry),
  })),
]

/** Writes what is missing of an unfinished row; whoever has changed the row since has taken that over. */
export async function finishEntries<R extends ListedRow>(
  kind: EntityDefinition<R>,
  row: R,
  rest = changesFor(kind, row, row),
): Promise<R> {
  await writeRemaining(kind, row, rest)
  return { ...row, unfinished: undefined }
}

/** False once somebody else has changed the row. */
async function writeRemaining<R extends ListedRow>(
  kind: EntityDefinition<R>,
  row: R,
  rest: EntryChanges,
): Promise<boolean> {
  const { entity } = kind
  const key = kind.keyOf(row)
  const [now, later] = splitChanges(rest, maxWrites)
  const isLast = countOf(later) === 0
  const first = (Row: WritableRows) =>
    (isLast ? Row.patch(key).remove(['unfinished']) : Row.check(key)).where(isAs(row))
  const isDone = await unlessOvertaken(() => runTransaction(writeTransaction({ entity, first, ...now })))
  return isDone && (isLast || writeRemaining(kind, row, later))
}

/** As it is now, whatever was read of it before. */
export async function reload<R extends ListedRow>(
  { entity, keyOf }: EntityDefinition<R>,
  row: R,
): Promise<R | null> {
  const { data } = await entity.get(keyOf(row)).go({ consistent: true })
  return data as R | null
}

/** Writes all entries of a row anew, whatever is there: for when a kind has gained a list. False when the row no longer exists. */
export async function rebuildEntries<R extends ListedRow>(
  kind: EntityDefinition<R>,
  seen: R,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const row = await reload(kind, seen)
    if (!row) return false
    const puts = entryRowsOf(row, kind.listEntriesOf(row))
    const rest = { puts, deletes: entryKeysNotIn(row.unfinished ?? [], puts) }
    if (!(await writeRemaining(kind, row, rest))) throw new Conflict([true])
    return true
  })
}

const isAs =
  (before: ListedRow | null | undefined): Condition =>
  ({ version }, { eq, notExists }) =>
    before ? eq(version, before.version) : notExists(version)

/** Tries again while somebody else is writing; false once the row itself has changed. */
async function unlessOvertaken(attempt: () => Promise<void>): Promise<boolean> {
  return retryOnConflict(async () => {
    try {
      await attempt()
      return true
    } catch (fault) {
      if (fault instanceof Conflict && fault.refused[0]) return false
      throw fault
    }
  })
}
