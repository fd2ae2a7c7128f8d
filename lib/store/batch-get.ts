/** Reads many rows by their keys, and retries those that DynamoDB leaves unprocessed. */

import { sleep } from './conflict.ts'
import type { AnyEntity } from './transaction.ts'

interface Batch<R> {
  data: R[]
  unprocessed: object[]
}
interface BatchReadable<R> {
  get: (keys: readonly object[]) => { go: (options: object) => Promise<Batch<R>> }
}

/** A batch returns at most 100 rows or 16 MB, and fewer when the table is throttled. */
const maxAttempts = 10

/** Returns rows in any order, without those that do not exist. */
export async function batchGet<R>(
  entity: AnyEntity,
  keys: readonly object[],
  consistent = false,
): Promise<R[]> {
  const rows: R[] = []
  let remaining = keys
  for (let attempt = 1; remaining.length > 0; attempt++) {
    if (attempt > maxAttempts) throw new Error(`${remaining.length} rows could not be read.`)
    if (attempt > 1) await sleep(Math.random() * 2 ** attempt * 10)
    const { data, unprocessed } = await (entity as unknown as BatchReadable<R>)
      .get(remaining)
      .go({ consistent })
    rows.push(...data)
    remaining = unprocessed
  }
  return rows
}
