/** Deletes the mails to a buyer, sent or not. */

import type { Tenant } from '../core/tenant.ts'
import { batchDelete } from '../store/batch.ts'
import { shardedRows } from '../store/pages.ts'
import { removeCaughtMails } from './catcher.ts'
import { MailRow } from './entity.ts'

interface Buyer {
  /** A mail has the id of its refund. */
  refundIds: ReadonlySet<string>
  isOf: (to: { email: string }) => boolean
}

/** Returns how many there were, without those that are files on this machine. */
export async function erase({ account, mode }: Tenant, { refundIds, isOf }: Buyer): Promise<number> {
  let count = 0
  await removeCaughtMails(refundIds)
  for await (const rows of allMails({ account, mode })) {
    const found = rows.filter(({ id, data }) => refundIds.has(id) || isOf({ email: data.to }))
    await removeCaughtMails(new Set(found.map(({ id }) => id)))
    await batchDelete(MailRow, found)
    count += found.length
  }
  return count
}

const allMails = (tenant: Tenant) =>
  shardedRows((shard, page) => MailRow.query.byId({ ...tenant, shard }).go(page), { consistent: true })
