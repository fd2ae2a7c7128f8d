/** Keeps invoices as the payments of their orders are, and saves what follows from them on the subscription. */

import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { change } from '../store/change.ts'
import { changesBetween, readOrderState } from './apply-invoices.ts'
import { endsAtOf } from './billing.ts'
import { InvoiceOrderRow, invoiceOrderKeyOf, type SubscriptionRow } from './entity.ts'
import { type StoredInvoice, totalsOf } from './invoice-rules.ts'
import { invoicesIn, readInvoices, type StoredInvoices } from './invoices.ts'
import { subscriptionDefinition } from './lists.ts'
import { find } from './load.ts'

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
export async function syncInvoicesOf(
  tenant: Tenant,
  id: SubscriptionId,
  tokens?: readonly OrderToken[],
): Promise<void> {
  let hasChanged = false
  const load = () => find(tenant, id)
  await change(subscriptionDefinition, load, async (row, alsoWrite) => {
    const invoices = row && (await readInvoices(tenant, id, true))
    if (!invoices) return null
    const current = await withOrderStates(tenant, invoices, tokens)
    const { totals, writes } = changesBetween(invoices, current, { tenant, id })
    hasChanged = writes.length > 0
    alsoWrite(...writes)
    return { ...row, totals }
  })
  /** An order may have changed back before this was saved: then nobody else will find a difference. */
  if (hasChanged) await syncInvoicesOf(tenant, id, tokens)
}

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
