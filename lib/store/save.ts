/** Writes an entity and its entries in one transaction, so that a change shows in every list at once. */

import { createWriteTransaction, type Entity } from 'electrodb'
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
import { Conflict, onFreshData, transact } from './write.ts'

// biome-ignore lint/suspicious/noExplicitAny: an entity of any schema, as ElectroDB itself spells it
type AnyEntity = Entity<any, any, any, any>

/** The little of an entity that is used here, whatever its schema. */
interface Rows {
  put: (row: object) => Conditional
  check: (key: object) => Conditional
  patch: (key: object) => { remove: (fields: string[]) => Conditional }
}
interface Conditional {
  where: (condition: Condition) => Conditional
  commit: () => never
}
type Condition = (
  attributes: { version: string },
  operations: Record<'eq' | 'notExists', (attribute: string, value?: number) => string>,
) => string

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
export async function save<R extends Listed>(kind: Kind<R>, after: R, before?: R): Promise<R> {
  const row: R = { ...after, version: (before?.version ?? 0) + 1, unfinished: undefined }
  const changes = changesFor(kind, row, before)
  const [now, later] = parted(changes)
  const isWhole = countOf(later) === 0
  const written = isWhole ? row : { ...row, unfinished: changes.gone }
  const isAsBefore: Condition = ({ version }, { eq, notExists }) =>
    before ? eq(version, before.version) : notExists(version)
  await transact(writing(kind, now, Row => Row.put(written).where(isAsBefore)))
  return isWhole ? row : finish(kind, written, later)
}

/** Writes what is missing of an unfinished row; whoever has changed the row since has taken that over. */
export async function finish<R extends Listed>(
  kind: Kind<R>,
  row: R,
  rest = changesFor(kind, row, row),
): Promise<R> {
  const isOurs: Condition = ({ version }, { eq }) => eq(version, row.version)
  const key = kind.keyOf(row)
  const [now, later] = parted(rest)
  const isLast = countOf(later) === 0
  const guard = (Row: Rows) => (isLast ? Row.patch(key).remove(['unfinished']) : Row.check(key)).where(isOurs)
  const isDone = await unlessOvertaken(() => transact(writing(kind, now, guard)))
  return isLast || !isDone ? { ...row, unfinished: undefined } : finish(kind, row, later)
}

/** Of a row that is unfinished nobody knows which entries are there: all are written again. */
function changesFor<R extends Listed>(kind: Kind<R>, row: R, before?: R): EntryChanges {
  const wanted = entriesOf(row, kind.lists(row))
  const old = before ? entriesOf(before, kind.lists(before)) : []
  if (!before?.unfinished) return changesBetween(old, wanted)
  return { puts: wanted, gone: without([...old, ...before.unfinished], wanted) }
}

const countOf = ({ puts, gone }: EntryChanges) => puts.length + gone.length

/** What goes into one transaction, and the rest; the lists that are named first come first. */
function parted({ puts, gone }: EntryChanges): [EntryChanges, EntryChanges] {
  const room = Math.max(0, mostAtOnce - puts.length)
  return [
    { puts: puts.slice(0, mostAtOnce), gone: gone.slice(0, room) },
    { puts: puts.slice(mostAtOnce), gone: gone.slice(room) },
  ]
}

function writing<R extends Listed>(
  kind: Kind<R>,
  { puts, gone }: EntryChanges,
  first: (Row: Rows) => Conditional,
) {
  return createWriteTransaction({ Row: kind.entity, Entry: EntryRow }, ({ Row, Entry }) => [
    first(Row as unknown as Rows).commit(),
    ...puts.map(entry => Entry.put(entry).commit()),
    ...gone.map(entry => Entry.delete(entry).commit()),
  ])
}

/** Tries again while somebody else is writing; false once the row itself has changed. */
async function unlessOvertaken(write: () => Promise<void>): Promise<boolean> {
  return onFreshData(async () => {
    try {
      await write()
      return true
    } catch (fault) {
      if (fault instanceof Conflict && fault.refused[0]) return false
      throw fault
    }
  })
}
