/** Writes several rows at once. Each write can have a condition. */

import { createWriteTransaction, type Entity } from 'electrodb'
import { conditionalWrite, runTransaction } from './conditional-write.ts'
import { type EntryChanges, EntryRow } from './list-entry.ts'

// biome-ignore lint/suspicious/noExplicitAny: ElectroDB itself uses `any` for an entity of any schema
export type AnyEntity = Entity<any, any, any, any>

/** The methods of an ElectroDB entity that create writes, independent of the entity's schema. */
export interface WriteMethods {
  put: (row: object) => Conditional
  delete: (key: object) => Conditional
  check: (key: object) => Conditional
  patch: (key: object) => { remove: (fields: string[]) => Conditional; set: (fields: object) => Conditional }
}

interface Conditional {
  where: (condition: Condition) => Conditional
  go: () => Promise<unknown>
  commit: () => never
}

export type Condition = (
  attributes: Record<string, string>,
  operations: Record<'eq' | 'notExists' | 'exists', (attribute: string | undefined, value?: unknown) => string>,
) => string

/** A write of a row, or a check that the row fulfils a condition. */
export interface RowWrite {
  entity: AnyEntity
  write: (Row: WriteMethods) => Conditional
  /**
   * True for a guard. If the condition of a guard fails, nothing is written, and `change` throws no error. A guard must
   * be the last write.
   */
  isGuard?: true
}

/** A write of another row, in the transaction that saves an object. */
export type ExtraWrite = RowWrite

export const writeMethodsOf = (entity: unknown) => entity as WriteMethods

export const entryWrites = ({ puts, deletes }: EntryChanges): RowWrite[] => [
  ...puts.map(entry => ({ entity: EntryRow, write: (Row: WriteMethods) => Row.put(entry) })),
  ...deletes.map(entry => ({ entity: EntryRow, write: (Row: WriteMethods) => Row.delete(entry) })),
]

/**
 * Runs all writes or none. If a condition fails, throws a Conflict with one value in `failedConditions` for each write.
 * A single write runs without a transaction, because a transaction would cost twice as much.
 */
export async function writeRows(writes: readonly RowWrite[]): Promise<void> {
  const conditionals = writes.map(({ entity, write }) => write(writeMethodsOf(entity)))
  const [first, ...others] = conditionals
  if (first && others.length === 0) await conditionalWrite(() => first.go())
  else {
    const entities = Object.fromEntries(writes.map(({ entity }, n) => [`Row${n}`, entity]))
    await runTransaction(createWriteTransaction(entities, () => conditionals.map(write => write.commit())))
  }
}
