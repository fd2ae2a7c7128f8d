/** Deletes the sessions of a customer. */

import type { Tenant } from '../core/tenant.ts'
import { shards } from '../store/attributes.ts'
import { batchDelete } from '../store/batch-delete.ts'
import { SessionRow } from './entity.ts'

interface Owner {
  customerId?: string | undefined
  email?: string | undefined
}

/** Returns how many there were. */
export async function erase({ account, mode }: Tenant, isOf: (owner: Owner) => boolean): Promise<number> {
  const found = shards.map(shard =>
    SessionRow.query.byToken({ account, mode, shard }).go({ pages: 'all', consistent: true }),
  )
  const rows = (await Promise.all(found)).flatMap(({ data }) => data).filter(isOf)
  await batchDelete(SessionRow, rows)
  return rows.length
}
