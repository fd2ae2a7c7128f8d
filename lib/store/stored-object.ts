/** The definition of a stored object: everything that is true of its rows, once and as data. All general jobs read it. */

import type { Tenant } from '../core/tenant.ts'
import type { EntryKey, ListEntry } from './list-entry.ts'
import { type RowPage, type RowPageOptions, shardedRows } from './pages.ts'
import type { AnyEntity, ExtraWrite } from './transaction.ts'

export interface ListedRow extends Tenant {
  /** Incremented by every write; a write is conditional on the version it was based on. */
  version: number
  /** Present while entries are still to be written: the keys of the entries to delete. */
  unfinished?: EntryKey[] | undefined
  /** The form in which the row is stored; absent in the first one. */
  form?: number | undefined
}

/** What saving needs to know. All functions are methods, so that the definitions of all objects are of one type. */
export interface EntityDefinition<R extends ListedRow> {
  entity: AnyEntity
  keyOf(row: R): object
  listEntriesOf(row: R): ListEntry[]
  /** The attributes that follow from other ones of the row. */
  complete?(row: R): object
}

export interface StoredObject<R extends ListedRow = ListedRow> extends EntityDefinition<R> {
  /** The entity name stored on each row. */
  name: string
  rowsIn(shard: Shard, options: RowPageOptions): Promise<RowPage<R>>
  /** Whether the rows of a store are in one partition instead of one for each shard. */
  isInOnePartition?: true
  /** Lists whose names are known before any row is on them. Every object is on the first one. */
  fixedLists: readonly string[]
  /** The number of the current form of its rows; absent while they are all in the first one. */
  form?: number
  /** The fields that follow from other rows. Most objects have only counters, which follow from tallies. */
  derive?(row: R, consistent: boolean): Promise<Derived>
  /** The operations at the payment gateway that the row waits for: their kinds by id. */
  awaitedOperations?(row: R): Map<string, string>
  /** The row as it is when it no longer waits for an operation that has not been carried out. */
  withoutOperation?<Row extends R>(row: Row, operationId: string): Row
  personal?: PersonalData<R>
}

export type PersonalObject<R extends ListedRow> = StoredObject<R> & Required<Pick<StoredObject<R>, 'personal'>>

export type AwaitingObject<R extends ListedRow> = EntityDefinition<R> &
  Required<Pick<StoredObject<R>, 'awaitedOperations' | 'withoutOperation'>>

interface Shard extends Tenant {
  shard: string
}

export interface Derived {
  fields: object
  /** Other rows that have to change in the same transaction. */
  writes?: readonly ExtraWrite[]
}

interface PersonalData<R> {
  customerOf(row: R): CustomerNames
  /** Whether the data is still needed; it also is while the row waits for an operation. */
  isNeeded?(row: R): boolean
  /** May be repeated. */
  erase(row: R, erasedAt: string): R
}

export interface CustomerNames {
  customerId?: string | undefined
  email?: string | null | undefined
  /** What is left of the address after its erasure. */
  erasedEmailHash?: string | undefined
}

export const allRows = <R extends ListedRow>(
  object: StoredObject<R>,
  { account, mode }: Tenant,
  options: { consistent?: boolean } = {},
): AsyncGenerator<R[]> =>
  shardedRows((shard, page) => object.rowsIn({ account, mode, shard }, page), {
    ...options,
    ...(object.isInOnePartition && { shards: [''] }),
  })
