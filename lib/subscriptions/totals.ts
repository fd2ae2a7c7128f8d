/** What is saved on a subscription and follows from its invoices and from the cancellation that was requested. */

import type { SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { keyOf, SubscriptionRow } from './entity.ts'
import { totalsOf } from './invoice-rules.ts'
import { invoicesIn, readInvoices } from './invoices.ts'
import { endsAtOf, saveSubscription } from './save.ts'

/** The fields as they should be. */
export async function readTotals(row: SubscriptionRow, consistent = true) {
  const totals = totalsOf(invoicesIn(await readInvoices(row, row.id, consistent)))
  return { totals, endsAt: endsAtOf({ ...row, totals }) }
}

/** Every write of an invoice saves them too, so this is for repairs only. */
export const syncTotals = (tenant: Tenant, id: SubscriptionId): Promise<void> =>
  retryOnConflict(async () => {
    const { data: row } = await SubscriptionRow.get(keyOf(tenant, id)).go({ consistent: true })
    if (!row) return
    const { totals } = await readTotals(row)
    await saveSubscription({ ...row, totals }, row)
  })

/** The ids of its operations at the gateway. */
export const operationIdsOf = ({ changeId }: SubscriptionRow): string[] => (changeId ? [changeId] : [])
