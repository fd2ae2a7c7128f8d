/** Deletes the sessions of a customer. */

import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { shardedRows } from '../store/pages.ts'
import { SessionRow } from './entity.ts'

interface Owner {
  customerId?: string | undefined
  email?: string | undefined
}

/** Returns how many there were. */
export async function erase({ account, mode }: Tenant, isOf: (owner: Owner) => boolean): Promise<number> {
  let count = 0
  for await (const rows of allSessions({ account, mode })) {
    const found = rows.filter(isOf)
    await batchDelete(SessionRow, found)
    count += found.length
  }
  return count
}

const allSessions = (tenant: Tenant) =>
  shardedRows((shard, page) => SessionRow.query.byToken({ ...tenant, shard }).go(page), { consistent: true })
