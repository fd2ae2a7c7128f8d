/** Deletes the mails to a buyer, sent or not. */

import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { shardedRows } from '../store/pages.ts'
import { MailRow } from './entity.ts'

/** A mail as it is recognized: by the id of its refund, or by its address. */
interface Recipient {
  id: string
  email: string
}

/** Returns how many there were. */
export async function erase({ account, mode }: Tenant, isOf: (to: Recipient) => boolean): Promise<number> {
  let count = 0
  for await (const rows of allMails({ account, mode })) {
    const found = rows.filter(({ id, data }) => isOf({ id, email: data.to }))
    await batchDelete(MailRow, found)
    count += found.length
  }
  return count
}

const allMails = (tenant: Tenant) =>
  shardedRows((shard, page) => MailRow.query.byId({ ...tenant, shard }).go(page), { consistent: true })
