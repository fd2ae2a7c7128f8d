/** Updates invoices to the payments of their orders, and saves the resulting totals on the subscription. */

import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { saveDerived } from '../store/change.ts'
import { deriveTotals } from './apply-invoices.ts'
import { InvoiceOrderRow, invoiceOrderKeyOf, keyOf } from './entity.ts'
import { subscriptionDefinition } from './stored.ts'

/** Updates the invoices of an order whose payment may have changed. */
export async function syncInvoices(tenant: Tenant, token: OrderToken): Promise<void> {
  const rows = InvoiceOrderRow.query.byOrder(invoiceOrderKeyOf(tenant, token))
  const { data } = await rows.go({ pages: 'all', consistent: true })
  for (const { subscriptionId } of data) await syncInvoicesOf(tenant, subscriptionId, [token])
}

/**
 * All invoices by default. If an invoice is written after the subscription was read, the save fails. The orders are read
 * last, so that an older status never replaces a newer one.
 */
export const syncInvoicesOf = (tenant: Tenant, id: SubscriptionId, tokens?: readonly OrderToken[]): Promise<void> =>
  saveDerived(subscriptionDefinition, keyOf(tenant, id), row => deriveTotals(row, true, tokens))
