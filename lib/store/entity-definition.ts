/** An entity that is on lists: its rows, their keys, and the list entries of each row. */

import type { Tenant } from '../core/tenant.ts'
import type { EntryKey, ListEntry } from './list-entry.ts'
import type { AnyEntity } from './transaction.ts'

/** The attributes that every row on lists has. */
export interface ListedRow extends Tenant {
  /** Incremented by every write; a write is conditional on the version it was based on. */
  version: number
  /** Present while entries are still to be written: the keys of the entries to delete. */
  unfinished?: EntryKey[] | undefined
  /** The form in which the row is stored; absent in the first one. */
  form?: number | undefined
}

export interface EntityDefinition<R extends ListedRow> {
  entity: AnyEntity
  keyOf: (row: R) => object
  listEntriesOf: (row: R) => ListEntry[]
  /** The row with the attributes that follow from its other ones. */
  complete?: <T extends R>(row: T) => T
}
