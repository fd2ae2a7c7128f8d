/** Applies what is reported of invoices, by their own events and by the payments of their orders. */

import { isDeepStrictEqual } from 'node:util'
import type { EventStamp } from '../core/event-stamp.ts'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import { retryOnConflict } from '../store/conflict.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { InvoiceOrderRow, InvoiceRow, invoiceOrderKeyOf, keyOf, SubscriptionRow } from './entity.ts'
import {
  applyInvoice,
  type InvoiceTotals,
  type InvoiceUpdate,
  type StoredInvoice,
  stateOfPayment,
  totalsOf,
} from './invoice-rules.ts'
import { invoicesIn, readInvoices, type StoredInvoices } from './invoices.ts'
import { saveSubscription } from './save.ts'

interface InvoiceEvent {
  tenant: Tenant
  id: SubscriptionId
  stamp: EventStamp
  accountCurrency: string
  invoices: readonly InvoiceUpdate[]
}

/** To be written with the subscription, on condition of its version: then no invoice is lost. */
interface InvoiceChanges {
  totals: InvoiceTotals | undefined
  writes: ExtraWrite[]
}

/** Orders are read as well: one may have been refunded before its invoice arrives. */
export async function applyInvoices(
  stored: StoredInvoices,
  { tenant, id, invoices, ...event }: InvoiceEvent,
): Promise<InvoiceChanges> {
  const after = new Map(stored)
  const orderWrites: ExtraWrite[] = []
  for (const update of invoices) {
    const before = after.get(update.token)
    const { orderState = before?.orderState, writes } = await readOrder(tenant, id, update.token)
    after.set(update.token, { latest: applyInvoice(before?.latest ?? {}, update, event), orderState })
    if (!before) orderWrites.push(...writes)
  }
  const { totals, writes } = changesBetween(stored, after, { tenant, id })
  return { totals, writes: [...writes, ...orderWrites] }
}

/** The writes connect it with a new invoice. If the payment changes before, they fail; if it changes later, it finds the invoice. */
async function readOrder(tenant: Tenant, subscriptionId: SubscriptionId, token: OrderToken) {
  const { status, isUnchanged } = await orders.readPayment(tenant, token)
  const connection: ExtraWrite = {
    entity: InvoiceOrderRow,
    write: Row => Row.put({ ...invoiceOrderKeyOf(tenant, token), subscriptionId }),
  }
  return { orderState: status ? stateOfPayment[status] : undefined, writes: [connection, isUnchanged] }
}

/** Updates the invoices of an order whose payment may have changed. */
export async function syncInvoices(tenant: Tenant, token: OrderToken): Promise<void> {
  const rows = InvoiceOrderRow.query.byOrder(invoiceOrderKeyOf(tenant, token))
  const { data } = await rows.go({ pages: 'all', consistent: true })
  for (const { subscriptionId } of data) await syncInvoice(tenant, subscriptionId, token)
}

/** The order is read last, so that an older status never replaces a newer one. */
const syncInvoice = (tenant: Tenant, id: SubscriptionId, token: OrderToken) =>
  retryOnConflict(async () => {
    const [{ data: row }, stored] = await Promise.all([
      SubscriptionRow.get(keyOf(tenant, id)).go({ consistent: true }),
      readInvoices(tenant, id, true),
    ])
    const { status } = await orders.readPayment(tenant, token)
    const invoice = stored.get(token)
    if (!row || !invoice || !status) return
    const after = new Map([...stored, [token, { ...invoice, orderState: stateOfPayment[status] }]])
    const { totals, writes } = changesBetween(stored, after, { tenant, id })
    if (writes.length > 0) await saveSubscription({ ...row, totals }, row, writes)
  })

/** All invoices as the payments of their orders are now, for repairs. */
export async function withOrderStates(tenant: Tenant, stored: StoredInvoices): Promise<StoredInvoices> {
  const current = [...stored].map(async ([token, invoice]): Promise<[OrderToken, StoredInvoice]> => {
    const { status } = await orders.readPayment(tenant, token)
    return [token, status ? { ...invoice, orderState: stateOfPayment[status] } : invoice]
  })
  return new Map(await Promise.all(current))
}

/** The totals of all invoices, and the writes of those that differ. */
export function changesBetween(
  before: StoredInvoices,
  after: StoredInvoices,
  { tenant: { account, mode }, id: subscriptionId }: { tenant: Tenant; id: SubscriptionId },
): InvoiceChanges {
  const changed = [...after].filter(([token, invoice]) => !isDeepStrictEqual(invoice, before.get(token)))
  return {
    totals: totalsOf(invoicesIn(after)),
    writes: changed.map(([token, invoice]) => ({
      entity: InvoiceRow,
      write: Row => Row.put({ account, mode, subscriptionId, token, ...invoice }),
    })),
  }
}
