/** Reads many rows by their keys, whatever the table leaves over. */

import { sleep } from './conflict.ts'
import type { AnyEntity } from './transaction.ts'

interface Batch<R> {
  data: R[]
  unprocessed: object[]
}
interface Getting<R> {
  get: (keys: readonly object[]) => { go: (options: object) => Promise<Batch<R>> }
}

/** DynamoDB hands over a hundred rows at once, or 16 MB of them; what it was too busy for is asked for again. */
const attempts = 10

/** In no order; those that are not there are left out. */
export async function batchGet<R>(
  entity: AnyEntity,
  keys: readonly object[],
  consistent = false,
): Promise<R[]> {
  const rows: R[] = []
  let wanted = keys
  for (let tried = 1; wanted.length > 0; tried++) {
    if (tried > attempts) throw new Error(`${wanted.length} rows were not handed over.`)
    if (tried > 1) await sleep(Math.random() * 2 ** tried * 10)
    const { data, unprocessed } = await (entity as unknown as Getting<R>).get(wanted).go({ consistent })
    rows.push(...data)
    wanted = unprocessed
  }
  return rows
}
