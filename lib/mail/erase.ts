/** Deletes the mails to a buyer, sent or not. */

import type { Tenant } from '../core/tenant.ts'
import { shards } from '../store/attributes.ts'
import { batchDelete } from '../store/batch-delete.ts'
import { MailRow } from './entity.ts'

/** A mail as it is recognized: by the id of its refund, or by its address. */
interface Recipient {
  id: string
  email: string
}

/** Returns how many there were. */
export async function erase({ account, mode }: Tenant, isOf: (to: Recipient) => boolean): Promise<number> {
  const found = shards.map(shard =>
    MailRow.query.byId({ account, mode, shard }).go({ pages: 'all', consistent: true }),
  )
  const all = (await Promise.all(found)).flatMap(({ data }) => data)
  const rows = all.filter(({ id, data }) => isOf({ id, email: data.to }))
  await batchDelete(MailRow, rows)
  return rows.length
}
