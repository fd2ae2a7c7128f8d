/** Writes an entity and its entries in one transaction, so that a change shows in every list at once. */

import type { Tenant } from '../kit/tenant.ts'
import {
  changesBetween,
  type EntryChanges,
  type EntryKey,
  EntryRow,
  entriesOf,
  type Stand,
  without,
} from './entry.ts'
import { Conflict, onFreshData, transact, write } from './write.ts'
import { type AnyEntity, type Beside, type Condition, type Rows, rowsOf, writing } from './writing.ts'

/** What every entity that stands on lists keeps beside its own. */
export interface Listed extends Tenant {
  /** Counts the changes; every write names the one it builds on. */
  version: number
  /** There while entries are still to be written: the keys of those that have to go. */
  unfinished?: EntryKey[] | undefined
}

/** A kind of entity, and the lists that each one of it is on. */
export interface Kind<R extends Listed> {
  entity: AnyEntity
  keyOf: (row: R) => object
  lists: (row: R) => Stand[]
}

/** DynamoDB takes a hundred writes at once, and one of them is the entity's. */
const mostAtOnce = 99

/**
 * Puts `after` in the place of `before`, or as a new one; a Conflict when it is no longer as it was. Where entries are
 * too many for one transaction the row says so until the rest is written, by us or by whoever comes upon it.
 */
export async function save<R extends Listed>(
  kind: Kind<R>,
  after: R,
  before?: R | null,
  besides: readonly Beside[] = [],
): Promise<R> {
  const row: R = { ...after, version: (before?.version ?? 0) + 1, unfinished: undefined }
  const changes = changesFor(kind, row, before)
  const [now, later] = parted(changes, mostAtOnce - besides.length)
  const isWhole = countOf(later) === 0
  const written = isWhole ? row : { ...row, unfinished: changes.gone }
  const first = (Row: Rows) => Row.put(written).where(isAs(before))
  /** Alone it costs half of what a transaction does. */
  if (countOf(changes) + besides.length === 0) await write(() => first(rowsOf(kind.entity)).go())
  else await transact(writing({ entity: kind.entity, first, ...now, besides }))
  return isWhole ? row : finish(kind, written, later)
}

/** Removes an entity with its entries, which must be few enough to go at once. */
export async function erase<R extends Listed>(
  kind: Kind<R>,
  row: R,
  besides: readonly Beside[] = [],
): Promise<void> {
  const gone = without([...entriesOf(row, kind.lists(row)), ...(row.unfinished ?? [])], [])
  const first = (Row: Rows) => Row.delete(kind.keyOf(row)).where(isAs(row))
  await transact(writing({ entity: kind.entity, first, puts: [], gone, besides }))
}

/** The same beside something else. */
export const erasing = <R extends Listed>({ entity, keyOf, lists }: Kind<R>, row: R): Beside[] => [
  { entity, write: Row => Row.delete(keyOf(row)).where(isAs(row)) },
  ...entriesOf(row, lists(row)).map(entry => ({ entity: EntryRow, write: (Row: Rows) => Row.delete(entry) })),
]

/** Writes what is missing of an unfinished row; whoever has changed the row since has taken that over. */
export async function finish<R extends Listed>(
  kind: Kind<R>,
  row: R,
  rest = changesFor(kind, row, row),
): Promise<R> {
  await isFinished(kind, row, rest)
  return { ...row, unfinished: undefined }
}

/** False once somebody else has changed the row. */
async function isFinished<R extends Listed>(kind: Kind<R>, row: R, rest: EntryChanges): Promise<boolean> {
  const { entity } = kind
  const key = kind.keyOf(row)
  const [now, later] = parted(rest, mostAtOnce)
  const isLast = countOf(later) === 0
  const first = (Row: Rows) =>
    (isLast ? Row.patch(key).remove(['unfinished']) : Row.check(key)).where(isAs(row))
  const isDone = await unlessOvertaken(() => transact(writing({ entity, first, ...now })))
  return isDone && (isLast || isFinished(kind, row, later))
}

/** As it is now, whatever was read of it before. */
export async function readAgain<R extends Listed>({ entity, keyOf }: Kind<R>, row: R): Promise<R | null> {
  const { data } = await entity.get(keyOf(row)).go({ consistent: true })
  return data as R | null
}

/** Writes all entries of a row anew, whatever is there: for when a kind has gained a list. False when it is gone. */
export async function relist<R extends Listed>(kind: Kind<R>, seen: R): Promise<boolean> {
  return onFreshData(async () => {
    const row = await readAgain(kind, seen)
    if (!row) return false
    const puts = entriesOf(row, kind.lists(row))
    const rest = { puts, gone: without(row.unfinished ?? [], puts) }
    if (!(await isFinished(kind, row, rest))) throw new Conflict([true])
    return true
  })
}

const isAs =
  (before: Listed | null | undefined): Condition =>
  ({ version }, { eq, notExists }) =>
    before ? eq(version, before.version) : notExists(version)

/** Of a row that is unfinished nobody knows which entries are there: all are written again. */
function changesFor<R extends Listed>(kind: Kind<R>, row: R, before?: R | null): EntryChanges {
  const wanted = entriesOf(row, kind.lists(row))
  const old = before ? entriesOf(before, kind.lists(before)) : []
  if (!before?.unfinished) return changesBetween(old, wanted)
  return { puts: wanted, gone: without([...old, ...before.unfinished], wanted) }
}

const countOf = ({ puts, gone }: EntryChanges) => puts.length + gone.length

/** What goes into one transaction, and the rest; the lists that are named first come first. */
function parted({ puts, gone }: EntryChanges, most: number): [EntryChanges, EntryChanges] {
  const room = Math.max(0, most - puts.length)
  return [
    { puts: puts.slice(0, most), gone: gone.slice(0, room) },
    { puts: puts.slice(most), gone: gone.slice(room) },
  ]
}

/** Tries again while somebody else is writing; false once the row itself has changed. */
async function unlessOvertaken(attempt: () => Promise<void>): Promise<boolean> {
  return onFreshData(async () => {
    try {
      await attempt()
      return true
    } catch (fault) {
      if (fault instanceof Conflict && fault.refused[0]) return false
      throw fault
    }
  })
}
