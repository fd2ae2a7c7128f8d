/** Keeps invoices as the payments of their orders are, and saves what follows from them on the subscription. */

import { isDeepStrictEqual } from 'node:util'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { retryOnConflict } from '../store/conflict.ts'
import { changesBetween, readOrderState } from './apply-invoices.ts'
import { InvoiceOrderRow, invoiceOrderKeyOf, keyOf, SubscriptionRow } from './entity.ts'
import { type StoredInvoice, totalsOf } from './invoice-rules.ts'
import { invoicesIn, readInvoices, type StoredInvoices } from './invoices.ts'
import { endsAtOf, saveSubscription } from './save.ts'

/** Updates the invoices of an order whose payment may have changed. */
export async function syncInvoices(tenant: Tenant, token: OrderToken): Promise<void> {
  const rows = InvoiceOrderRow.query.byOrder(invoiceOrderKeyOf(tenant, token))
  const { data } = await rows.go({ pages: 'all', consistent: true })
  for (const { subscriptionId } of data) await syncInvoicesOf(tenant, subscriptionId, [token])
}

/**
 * All invoices by default. The subscription is read first: if an invoice is written in between, the save fails. The orders
 * are read last, so that an older status never replaces a newer one.
 */
export const syncInvoicesOf = (
  tenant: Tenant,
  id: SubscriptionId,
  tokens?: readonly OrderToken[],
): Promise<void> =>
  retryOnConflict(async () => {
    const { data: row } = await SubscriptionRow.get(keyOf(tenant, id)).go({ consistent: true })
    if (!row) return
    const invoices = await readInvoices(tenant, id, true)
    const current = await withOrderStates(tenant, invoices, tokens)
    const { totals, writes } = changesBetween(invoices, current, { tenant, id })
    const after = { ...row, totals }
    const isSame = isDeepStrictEqual(totals, row.totals) && endsAtOf(after) === row.endsAt
    if (writes.length === 0 && isSame) return
    await saveSubscription(after, row, writes)
    /** An order may have changed back before this was saved: then nobody else will find a difference. */
    if (writes.length > 0) await syncInvoicesOf(tenant, id, tokens)
  })

async function withOrderStates(
  tenant: Tenant,
  invoices: StoredInvoices,
  tokens: readonly OrderToken[] = [...invoices.keys()],
): Promise<StoredInvoices> {
  const current = [...invoices].map(async ([token, invoice]): Promise<[OrderToken, StoredInvoice]> => {
    const { orderState } = tokens.includes(token) ? await readOrderState(tenant, token) : {}
    return [token, orderState ? { ...invoice, orderState } : invoice]
  })
  return new Map(await Promise.all(current))
}

/** What should be saved on a subscription, as the payments of the orders are. */
export async function readTotals(row: SubscriptionRow, consistent = true) {
  const invoices = await withOrderStates(row, await readInvoices(row, row.id, consistent))
  const totals = totalsOf(invoicesIn(invoices))
  return { totals, endsAt: endsAtOf({ ...row, totals }) }
}
