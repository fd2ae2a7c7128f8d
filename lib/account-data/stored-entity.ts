/** How the rows of an entity are found: by its partitions, without a scan. */

import type { Tenant } from '../core/tenant.ts'
import { shards } from '../store/attributes.ts'
import type { RowPage, RowPageOptions } from '../store/pages.ts'
import type { EntityDefinition, ListedRow } from '../store/stored-object.ts'
import type { AnyEntity } from '../store/transaction.ts'

export type StoredRow = Record<string, unknown>

interface Rows {
  go: (options: RowPageOptions) => Promise<RowPage<StoredRow>>
}

/** What names a partition, beside the account and the mode. */
export interface Partition extends Tenant {
  shard: string
  endpoint: string
}

/** Rows that are found by a row of another entity only. */
export interface Dependents {
  name: string
  entity: AnyEntity
  of: (row: StoredRow) => Rows
  isExported: boolean
}

export interface StoredEntity {
  /** The entity name stored on each row. */
  name: string
  entity: AnyEntity
  isSharded: boolean
  /** Whether there is a partition for each endpoint. */
  isByEndpoint: boolean
  rowsIn: (partition: Partition) => Rows
  /** Whether an export includes its rows: others serve the implementation only. */
  isExported: boolean
  /** Whether it stays when a single mode is emptied. */
  staysWithAccount: boolean
  /** Present if it is on lists. */
  listed?: EntityDefinition<ListedRow>
  dependents: Dependents[]
}

type Options = Partial<Omit<StoredEntity, 'entity' | 'rowsIn'>>

export const storedEntity = (
  entity: AnyEntity,
  rowsIn: StoredEntity['rowsIn'],
  options: Options = {},
): StoredEntity => ({
  name: nameOf(entity),
  entity,
  rowsIn,
  isSharded: false,
  isByEndpoint: false,
  isExported: false,
  staysWithAccount: false,
  dependents: [],
  ...options,
})

const nameOf = (entity: AnyEntity): string => entity.schema.model.entity

export const dependentRows = (entity: AnyEntity, of: Dependents['of'], isExported = false): Dependents => ({
  name: nameOf(entity),
  entity,
  of,
  isExported,
})

/** One for each key of a partition. The endpoints are those that store replies. */
export function partitionsOf(
  { isSharded, isByEndpoint }: StoredEntity,
  { account, mode }: Tenant,
  endpoints: readonly string[],
): Partition[] {
  const named = { account, mode, shard: '', endpoint: '' }
  if (isSharded) return shards.map(shard => ({ ...named, shard }))
  return isByEndpoint ? endpoints.map(endpoint => ({ ...named, endpoint })) : [named]
}
