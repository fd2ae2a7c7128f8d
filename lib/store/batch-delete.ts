/** Deletes many rows by their keys, and retries those that DynamoDB leaves unprocessed. */

import { sleep } from './conflict.ts'
import type { AnyEntity } from './transaction.ts'

interface BatchDeletable {
  delete: (keys: readonly object[]) => {
    go: (options: { concurrent: number }) => Promise<{ unprocessed: object[] }>
  }
}

const maxAttempts = 10
/** Requests of 25 rows each. */
const concurrent = 4

/** Rows that do not exist are ignored. */
export async function batchDelete(entity: AnyEntity, keys: readonly object[]): Promise<void> {
  let remaining = keys
  for (let attempt = 1; remaining.length > 0; attempt++) {
    if (attempt > maxAttempts) throw new Error(`${remaining.length} rows could not be deleted.`)
    if (attempt > 1) await sleep(Math.random() * 2 ** attempt * 10)
    const { unprocessed } = await (entity as unknown as BatchDeletable).delete(remaining).go({ concurrent })
    remaining = unprocessed
  }
}
