/**
 * Describes an entity with lists for maintenance: how to read all its rows, and which lists exist even without rows.
 */

import type { Tenant } from '../core/tenant.ts'
import type { EntityDefinition, ListedRow } from '../store/entity-definition.ts'
import { type RowPage, type RowPageOptions, shardedRows } from '../store/pages.ts'

interface Shard extends Tenant {
  shard: string
}

export interface ListedEntity<R extends ListedRow> extends EntityDefinition<R> {
  /** The entity name stored on each row. */
  name: string
  rowsIn: (shard: Shard, options: RowPageOptions) => Promise<RowPage<R>>
  /** The current version of its stored rows; absent if all rows are of the first version. */
  form?: number
  /** Present if the rows of a store are in one partition, instead of in one for each shard. */
  isInOnePartition?: true
  /** The lists that exist before any row is on them. Every object is on the first one. */
  fixedLists: readonly string[]
}

/** Reads all rows of an entity in one store, page by page. */
export const allRows = <R extends ListedRow>(
  { rowsIn, isInOnePartition }: ListedEntity<R>,
  { account, mode }: Tenant,
  options: { consistent?: boolean } = {},
): AsyncGenerator<R[]> =>
  shardedRows((shard, page) => rowsIn({ account, mode, shard }, page), {
    ...options,
    ...(isInOnePartition && { shards: [''] }),
  })
