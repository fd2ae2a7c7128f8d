/** What is saved on a subscription and follows from its invoices and from the cancellation that was requested. */

import { isDeepStrictEqual } from 'node:util'
import type { SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { changesBetween, withOrderStates } from './apply-invoices.ts'
import { keyOf, SubscriptionRow } from './entity.ts'
import { totalsOf } from './invoice-rules.ts'
import { invoicesIn, readInvoices } from './invoices.ts'
import { endsAtOf, saveSubscription } from './save.ts'

/** The fields as they should be, which also depends on the payments of the orders. */
export async function readTotals(row: SubscriptionRow, consistent = true) {
  const invoices = await withOrderStates(row, await readInvoices(row, row.id, consistent))
  const totals = totalsOf(invoicesIn(invoices))
  return { totals, endsAt: endsAtOf({ ...row, totals }) }
}

/** Every write of an invoice saves them too, so this is for repairs only. */
export const syncTotals = (tenant: Tenant, id: SubscriptionId): Promise<void> =>
  retryOnConflict(async () => {
    const { data: row } = await SubscriptionRow.get(keyOf(tenant, id)).go({ consistent: true })
    if (!row) return
    const stored = await readInvoices(row, id, true)
    const { totals, writes } = changesBetween(stored, await withOrderStates(row, stored), { tenant: row, id })
    const after = { ...row, totals }
    const isSame = isDeepStrictEqual({ ...after, endsAt: endsAtOf(after) }, row)
    if (writes.length > 0 || !isSame) await saveSubscription(after, row, writes)
  })

/** The ids of its operations at the gateway. */
export const operationIdsOf = ({ changeId }: SubscriptionRow): string[] => (changeId ? [changeId] : [])
