/** One transaction: a row on a condition, entries put and gone, and what else must be so or be done beside it. */

import { createWriteTransaction, type Entity } from 'electrodb'
import { type EntryChanges, EntryRow } from './entry.ts'

// biome-ignore lint/suspicious/noExplicitAny: an entity of any schema, as ElectroDB itself spells it
export type AnyEntity = Entity<any, any, any, any>

/** The little of an entity that is used here, whatever its schema. */
export interface Rows {
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
  operations: Record<
    'eq' | 'notExists' | 'exists',
    (attribute: string | undefined, value?: unknown) => string
  >,
) => string

/** A write, or a check, of another row in the same transaction. */
export interface Beside {
  entity: AnyEntity
  write: (Row: Rows) => Conditional
}

export const rowsOf = (entity: unknown) => entity as Rows

interface Writing extends EntryChanges {
  entity: AnyEntity
  first: (Row: Rows) => Conditional
  besides?: readonly Beside[]
}

/** The row comes first, and what stands beside it last. */
export function writing({ entity, first, puts, gone, besides = [] }: Writing) {
  const others = Object.fromEntries(besides.map((beside, n) => [`Beside${n}`, beside.entity]))
  const entities = { ...others, Row: entity, Entry: EntryRow }
  return createWriteTransaction(entities, tables => [
    first(rowsOf(tables.Row)).commit(),
    ...puts.map(entry => tables.Entry.put(entry).commit()),
    ...gone.map(entry => tables.Entry.delete(entry).commit()),
    ...besides.map(({ write }, n) =>
      write(rowsOf((tables as Record<string, unknown>)[`Beside${n}`])).commit(),
    ),
  ])
}
