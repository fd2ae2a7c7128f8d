/** Reads, writes or deletes many rows by their keys, and retries those that DynamoDB leaves unprocessed. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEntity } from './transaction.ts'

interface Batches<R> {
  get: (keys: readonly object[]) => {
    go: (options: { consistent: boolean }) => Promise<{ data: R[]; unprocessed: object[] }>
  }
  put: (rows: readonly object[]) => { go: (options: { concurrent: number }) => Promise<{ unprocessed: object[] }> }
  delete: (keys: readonly object[]) => { go: (options: { concurrent: number }) => Promise<{ unprocessed: object[] }> }
}
const batchesOf = <R>(entity: AnyEntity) => entity as unknown as Batches<R>

/** Reads rows. The result may have a different order than the keys. Keys without a row are left out. */
export async function batchGet<R>(entity: AnyEntity, keys: readonly object[], consistent = false): Promise<R[]> {
  const rows: R[] = []
  await processAll(keys, async remaining => {
    const page = await batchesOf<R>(entity).get(remaining).go({ consistent })
    rows.push(...page.data)
    return page
  })
  return rows
}

/** The number of write requests that are sent at once. Each request writes or deletes at most 25 rows. */
const concurrent = 4

/** Writes rows without a condition. Existing rows are replaced. */
export const batchPut = (entity: AnyEntity, rows: readonly object[]): Promise<void> =>
  processAll(rows, remaining => batchesOf(entity).put(remaining).go({ concurrent }))

/** Deletes rows. Keys without a row are ignored. */
export const batchDelete = (entity: AnyEntity, keys: readonly object[]): Promise<void> =>
  processAll(keys, remaining => batchesOf(entity).delete(remaining).go({ concurrent }))

interface Deletion<R> {
  matches: (row: R) => Promise<boolean>
  /** This function is called with the matching rows of a page before they are deleted. */
  beforeDelete?: (rows: readonly R[]) => Promise<void>
}

/** Deletes matching rows page by page, and returns their number. */
export async function deleteMatching<R extends object>(
  entity: AnyEntity,
  pages: AsyncIterable<readonly R[]>,
  { matches, beforeDelete }: Deletion<R>,
): Promise<number> {
  let count = 0
  for await (const rows of pages) {
    const found: R[] = []
    for (const row of rows) if (await matches(row)) found.push(row)
    await beforeDelete?.(found)
    await batchDelete(entity, found)
    count += found.length
  }
  return count
}

/**
 * DynamoDB leaves rows unprocessed if a batch has more than 16 MB, or if the table is throttled. Such rows are
 * requested at most this many times.
 */
const maxAttempts = 10

async function processAll(
  keys: readonly object[],
  request: (remaining: readonly object[]) => Promise<{ unprocessed: readonly object[] }>,
): Promise<void> {
  let remaining = keys
  for (let attempt = 1; remaining.length > 0; attempt++) {
    if (attempt > maxAttempts) throw new Error(`${remaining.length} rows were left unprocessed.`)
    if (attempt > 1) await sleep(Math.random() * 2 ** attempt * 10)
    remaining = (await request(remaining)).unprocessed
  }
}
