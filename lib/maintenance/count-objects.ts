/** Counts the objects of a store. With these counts, a restored table can be compared with the table in use. */

import type { Tenant } from '../core/tenant.ts'
import * as discounts from '../discounts/index.ts'
import * as keys from '../keys/index.ts'
import { readEntryBatches } from '../lists/entries.ts'
import { readTally } from '../lists/tally.ts'
import * as shipping from '../shipping/index.ts'
import type { List } from '../store/list-entry.ts'
import { isCounted, listedObjects } from './objects.ts'

/** Returns the number of objects of each kind. Changes that the stream worker has not counted yet may be missing. */
export async function countObjects(tenant: Tenant): Promise<Record<string, number>> {
  const counts = [
    ...listedObjects.map(async ({ name, fixedLists, fullListParts = fixedLists.slice(0, 1) }) => {
      const counts = await Promise.all(fullListParts.map(list => countList({ ...tenant, list })))
      return [name, counts.reduce((sum, count) => sum + count, 0)] as const
    }),
    countSlices('discount', after => discounts.list(tenant, { after })),
    countSlices('shipping method', after => shipping.list(tenant, { after })),
    countActiveKeys(tenant),
  ]
  return Object.fromEntries(await Promise.all(counts))
}

async function countList(list: List): Promise<number> {
  if (isCounted(list)) return (await readTally(list, '')).count
  let count = 0
  for await (const entries of readEntryBatches(list, false)) count += entries.length
  return count
}

interface Counted {
  items: unknown[]
  next: Record<string, string> | null
}

async function countSlices(kind: string, read: (after: string | undefined) => Promise<Counted>) {
  let count = 0
  let after: string | undefined
  do {
    const { items, next } = await read(after)
    count += items.length
    after = next?.after
  } while (after)
  return [kind, count] as const
}

/**
 * Counts only active keys. After a backup is restored, this count shows whether keys that were revoked after the backup
 * are active again.
 */
async function countActiveKeys({ account, mode }: Tenant) {
  const all = await keys.list(account)
  return ['active key', all.filter(key => key.mode === mode && key.state === 'active').length] as const
}
