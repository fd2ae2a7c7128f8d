/**
 * Defines how a module describes its stored objects: their entity, lists, derived fields and personal data. Jobs that
 * work on all kinds of objects use these descriptions.
 */

import { CustomAttributeType } from 'electrodb'
import type { Tenant } from '../core/tenant.ts'
import { compressToBase64, decompressFromBase64, shardedAttributes } from './attributes.ts'
import type { EntryKey, ListEntry } from './list-entry.ts'
import type { RowPage, RowPageOptions } from './row-pages.ts'
import type { AnyEntity, ExtraWrite } from './transaction.ts'

export interface VersionedRow extends Tenant {
  /** `save` increments the version, and fails if the version has changed since the row was read. */
  version: number
  /**
   * The keys of entries that may still have to be deleted. Even if empty, this attribute shows that not all entries of
   * the row have been written yet.
   */
  unfinished?: EntryKey[] | undefined
  /** The version of the row's attributes, which README.md explains; absent in the first version. */
  rowVersion?: number | undefined
}

/**
 * The keys of entries are compressed, because there may be thousands of keys. Together with the other attributes, the
 * keys must fit into one item of DynamoDB.
 */
const compressedKeys = {
  type: CustomAttributeType<EntryKey[]>('any'),
  get: (stored: unknown) =>
    typeof stored === 'string' ? (JSON.parse(decompressFromBase64(stored)) as EntryKey[]) : undefined,
  set: (keys: EntryKey[] | undefined) => keys && compressToBase64(JSON.stringify(keys)),
}

export const versionedAttributes = {
  ...shardedAttributes,
  version: { type: 'number', required: true },
  unfinished: compressedKeys,
} as const

/** Functions are declared as methods, which TypeScript compares less strictly, so that all definitions fit one type. */
export interface EntityDefinition<R extends VersionedRow> {
  entity: AnyEntity
  keyOf(row: R): object
  listEntriesOf(row: R): ListEntry[]
  /** The current version of the rows' attributes; absent if there is only the first version. */
  rowVersion?: number
  /** Returns the attributes that are derived from other attributes of the row. */
  computedAttributes?(row: R): object
  /**
   * Returns whether a list may have outdated entries, at earlier positions than the current entries of their rows.
   * Readers of the list must ignore them, and a row must never move to an earlier position.
   */
  mayHaveOutdatedEntries?(list: string): boolean
  /**
   * Returns the attributes with which the row has few list entries. `makeRemovable` saves them if the row has too many
   * entries to be deleted together with them.
   */
  withFewEntries?(row: R): object
}

export interface StoredObject<R extends VersionedRow = VersionedRow> extends EntityDefinition<R> {
  /** The name of the entity, which is stored on each row. */
  name: string
  rowsIn(shard: Shard, options: RowPageOptions): Promise<RowPage<R>>
  /** True if all rows of a store are in one partition. Otherwise, each shard has a partition. */
  isInOnePartition?: true
  /** The lists that every store has, even if they have no entries. */
  fixedLists: readonly string[]
  /** Disjoint lists whose entries are counted to get the number of objects; the first fixed list by default. */
  fullListParts?: readonly string[]
  /**
   * The lists that have no tallies, because nothing reads their totals. A name that ends with `=` or `/` stands for all
   * lists whose names begin with it.
   */
  uncountedLists?: readonly string[]
  /** Derives fields from other rows. Counters, which are totals of lists, are derived from tallies instead. */
  derive?(row: R, consistent: boolean): Promise<Derived>
  /** Returns the operations at the payment gateway that the row waits for, as a map from their ids to their kinds. */
  awaitedOperations?(row: R): Map<string, string>
  /** Returns the row after removing this operation, so that the row no longer waits for it. */
  withoutOperation?<Row extends R>(row: Row, operationId: string): Row
  personal?: PersonalData<R>
}

export type PersonalObject<R extends VersionedRow> = StoredObject<R> & Required<Pick<StoredObject<R>, 'personal'>>

export type ObjectAwaitingOperations<R extends VersionedRow> = EntityDefinition<R> &
  Required<Pick<StoredObject<R>, 'awaitedOperations' | 'withoutOperation'>>

interface Shard extends Tenant {
  shard: string
}

export interface Derived {
  fields: object
  writes?: readonly ExtraWrite[]
}

interface PersonalData<R> {
  customerOf(row: R): CustomerIdentifiers
  /**
   * Returns whether the row still needs the personal data. The caller also checks whether the row awaits an operation.
   */
  isNeeded?(row: R): boolean
  /** Returns the row without its personal data. A row that was erased before may be erased again. */
  erase(row: R, erasedAt: string): R
}

/** Returns the id of an object. `known` needs only the attributes that the key consists of. */
export function idOf({ keyOf }: Pick<StoredObject, 'keyOf'>, known: object): string {
  const { id, token } = keyOf(known as VersionedRow) as { id?: string; token?: string }
  return id ?? token ?? ''
}

/** Returns the name of an object in messages, such as `order 01980000-0000-7000-8000-000000000de1`. */
export const nameOf = (object: Pick<StoredObject, 'name' | 'keyOf'>, known: object): string =>
  `${object.name} ${idOf(object, known)}`

/** An object whose row is damaged, so that its list entries, or the row without personal data, cannot be computed. */
export interface UnreadableObject {
  /** The kind and the id of the object, such as `order 01980000-0000-7000-8000-000000000de1`. */
  name: string
  /** The reason why the row cannot be read. */
  fault: unknown
}

export interface CustomerIdentifiers {
  customerId?: string | undefined
  email?: string | null | undefined
  /** The hash of the e-mail address, which is kept when the address is erased. */
  erasedEmailHash?: string | undefined
}
