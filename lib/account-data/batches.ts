/** Reads the rows of an entity batch by batch, each with the position to go on from. */

import type { Tenant } from '../core/tenant.ts'
import {
  type Dependents,
  type Partition,
  partitionsOf,
  type Rows,
  type StoredEntity,
  type StoredRow,
} from './stored-entity.ts'

/** After a batch: the partition, by its number, and where in it the next batch begins. */
export interface Position {
  partition: number
  cursor: string | null
}

const batchSize = 100
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
    for await (const { rows, cursor } of batchesIn(
      stored,
      partition,
      n === from.partition ? from.cursor : null,
    ))
      yield { rows, next: cursor ? { partition: n, cursor } : end }
  }
}

export async function* batchesIn({ rowsIn }: StoredEntity, partition: Partition, from: string | null = null) {
  let cursor = from
  do {
    const page = await readPage(rowsIn(partition), cursor)
    yield { rows: page.data, cursor: page.cursor }
    cursor = page.cursor
  } while (cursor)
}

const readPage = (rows: Rows, cursor: string | null) =>
  rows.go({ cursor, limit: batchSize, consistent: false })

/** All of them: a row has few. */
export async function dependentRowsOf({ of }: Dependents, row: StoredRow): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(of(row), cursor)
    rows.push(...page.data)
    cursor = page.cursor
  } while (cursor)
  return rows
}
