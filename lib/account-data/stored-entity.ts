/** Describes how the rows of an entity are found without a table scan, and reads these rows in batches. */

import type { Tenant } from '../core/tenant.ts'
import { shards } from '../store/attributes.ts'
import { pagesOf, type RowPage, type RowPageOptions } from '../store/row-pages.ts'
import type { StoredObject } from '../store/stored-object.ts'
import type { AnyEntity } from '../store/transaction.ts'

export type StoredRow = object

interface Rows {
  go: (options: RowPageOptions) => Promise<RowPage<StoredRow>>
}

/** The values in the key of a partition. `shard` and `endpoint` are empty if the key does not contain them. */
export interface Partition extends Tenant {
  shard: string
  endpoint: string
}

/** An entity whose rows can only be found through a row of another entity. */
export interface Dependents {
  name: string
  entity: AnyEntity
  of: (row: StoredRow) => Rows
}

export interface StoredEntity {
  /** The entity name stored on each row. */
  name: string
  entity: AnyEntity
  isSharded: boolean
  /** Whether there is a partition for each endpoint. */
  isByEndpoint: boolean
  rowsIn: (partition: Partition) => Rows
  /** Whether an export includes the rows. Rows that only the implementation uses are not exported. */
  isExported: boolean
  /** Whether the rows are kept when the data of one mode is deleted. Such rows are deleted only with the account. */
  staysWithAccount: boolean
  /** The definition of the stored object. It is absent if the rows are on no lists. */
  listed?: StoredObject
  dependents: Dependents[]
  /** Deletes data outside of the table. It is called before the rows are deleted. */
  beforeDelete?: (rows: readonly StoredRow[]) => Promise<void>
}

type Options = Partial<Omit<StoredEntity, 'entity' | 'rowsIn'>>

export const describeEntity = (
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

export const describeObject = (object: StoredObject, dependents: Dependents[] = []): StoredEntity =>
  describeEntity(object.entity, at => ({ go: page => object.rowsIn(at, page) }), {
    isSharded: !object.isInOnePartition,
    isExported: true,
    dependents,
    ...(object.fixedLists.length > 0 && { listed: object }),
  })

const nameOf = (entity: AnyEntity): string => entity.schema.model.entity

export const describeDependents = (entity: AnyEntity, of: Dependents['of']): Dependents => ({
  name: nameOf(entity),
  entity,
  of,
})

/** Returns the partitions of an entity. An entity that stores replies has one partition for each endpoint. */
export function partitionsOf(
  { isSharded, isByEndpoint }: StoredEntity,
  { account, mode }: Tenant,
  endpoints: readonly string[],
): Partition[] {
  const named = { account, mode, shard: '', endpoint: '' }
  if (isSharded) return shards.map(shard => ({ ...named, shard }))
  return isByEndpoint ? endpoints.map(endpoint => ({ ...named, endpoint })) : [named]
}

/** The position where the next batch begins: the index of the partition, and the cursor in this partition. */
export interface Position {
  partition: number
  cursor: string | null
}

const start: Position = { partition: 0, cursor: null }

interface Batch {
  rows: StoredRow[]
  /** The position where the next batch begins; null after the last batch. */
  next: Position | null
}

export async function* readEntityBatches(stored: StoredEntity, tenant: Tenant, from = start): AsyncGenerator<Batch> {
  const partitions = [...partitionsOf(stored, tenant, []).entries()].slice(from.partition)
  for (const [n, partition] of partitions) {
    const end = n === (partitions.at(-1)?.[0] ?? n) ? null : { partition: n + 1, cursor: null }
    const cursor = n === from.partition ? from.cursor : null
    for await (const { data: rows, cursor: after } of readPartitionBatches(stored, partition, cursor))
      yield { rows, next: after ? { partition: n, cursor: after } : end }
  }
}

export const readPartitionBatches = ({ rowsIn }: StoredEntity, partition: Partition, from: string | null = null) =>
  pagesOf(page => rowsIn(partition).go(page), { from })

/** Returns all dependent rows of a row. The rows are in one array, because a row has only a few dependent rows. */
export async function readDependentRows({ of }: Dependents, row: StoredRow): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for await (const { data } of pagesOf(page => of(row).go(page))) rows.push(...data)
  return rows
}
