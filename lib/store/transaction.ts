/** Builds a transaction: a conditional write of a row, the changes of its list entries, and other writes or checks. */

import { createWriteTransaction, type Entity } from 'electrodb'
import { type EntryChanges, EntryRow } from './list-entry.ts'

// biome-ignore lint/suspicious/noExplicitAny: ElectroDB itself uses `any` for an entity of any schema
export type AnyEntity = Entity<any, any, any, any>

/** The methods of an ElectroDB entity that are used here, independent of the entity's schema. */
export interface WritableRows {
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

/** A write or a check of another row in the same transaction. */
export interface ExtraWrite {
  entity: AnyEntity
  write: (Row: WritableRows) => Conditional
}

export const writableRows = (entity: unknown) => entity as WritableRows

interface TransactionWrites extends EntryChanges {
  entity: AnyEntity
  first: (Row: WritableRows) => Conditional
  extraWrites?: readonly ExtraWrite[]
}

/** The row's write is first and `extraWrites` are last, because a failed condition is identified by its position. */
export function writeTransaction({ entity, first, puts, deletes, extraWrites = [] }: TransactionWrites) {
  const extras = Object.fromEntries(extraWrites.map(({ entity }, n) => [`Extra${n}`, entity]))
  const entities = { ...extras, Row: entity, Entry: EntryRow }
  return createWriteTransaction(entities, tables => [
    first(writableRows(tables.Row)).commit(),
    ...puts.map(entry => tables.Entry.put(entry).commit()),
    ...deletes.map(entry => tables.Entry.delete(entry).commit()),
    ...extraWrites.map(({ write }, n) =>
      write(writableRows((tables as Record<string, unknown>)[`Extra${n}`])).commit(),
    ),
  ])
}
