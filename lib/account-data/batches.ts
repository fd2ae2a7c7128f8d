/** Reads the rows of an entity batch by batch, each with the position to go on from. */

import type { Tenant } from '../core/tenant.ts'
import { pagesOf } from '../store/pages.ts'
import {
  type Dependents,
  type Partition,
  partitionsOf,
  type StoredEntity,
  type StoredRow,
} from './stored-entity.ts'

/** After a batch: the partition, by its number, and where in it the next batch begins. */
export interface Position {
  partition: number
  cursor: string | null
}

const start: Position = { partition: 0, cursor: null }

interface Batch {
  rows: StoredRow[]
  /** Null after the last batch. */
  next: Position | null
}

/** Of all partitions, one after the other. */
export async function* batchesOf(stored: StoredEntity, tenant: Tenant, from = start): AsyncGenerator<Batch> {
  const partitions = [...partitionsOf(stored, tenant, []).entries()].slice(from.partition)
  for (const [n, partition] of partitions) {
    const end = n === (partitions.at(-1)?.[0] ?? n) ? null : { partition: n + 1, cursor: null }
    const cursor = n === from.partition ? from.cursor : null
    for await (const { data: rows, cursor: after } of batchesIn(stored, partition, cursor))
      yield { rows, next: after ? { partition: n, cursor: after } : end }
  }
}

export const batchesIn = ({ rowsIn }: StoredEntity, partition: Partition, from: string | null = null) =>
  pagesOf(page => rowsIn(partition).go(page), { from })

/** All of them: a row has few. */
export async function dependentRowsOf({ of }: Dependents, row: StoredRow): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for await (const { data } of pagesOf(page => of(row).go(page))) rows.push(...data)
  return rows
}
