/** Computes how events and payment statuses change the invoices of a subscription, and the totals of these invoices. */

import { isDeepStrictEqual } from 'node:util'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import * as orders from '../orders/index.ts'
import type { Derived } from '../store/stored-object.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { cancelAtOf } from './billing.ts'
import { InvoiceOrderRow, InvoiceRow, invoiceOrderKeyOf, reportedCurrencyOf, type SubscriptionRow } from './entity.ts'
import {
  type InvoiceTotals,
  type InvoiceUpdate,
  invoiceStateByPayment,
  invoiceTotalsOf,
  latestAfterInvoice,
  type ReportSource,
  type StoredInvoice,
} from './invoice-rules.ts'
import { readStoredInvoices, type StoredInvoices, toInvoices } from './load.ts'

interface InvoiceEvent extends ReportSource {
  row: SubscriptionRow
  invoices: readonly InvoiceUpdate[]
}

/**
 * The new totals, and the writes of the changed invoices. The caller must add the writes to the transaction that saves
 * the subscription, so that no invoice is lost.
 */
interface InvoiceChanges {
  totals: InvoiceTotals | undefined
  writes: ExtraWrite[]
}

/**
 * Returns the new totals, and the writes of the invoices in an event. The caller must have read the subscription before
 * this call, so that the caller's save fails if another invoice is written meanwhile. The orders are read too, because
 * an order may be refunded before its invoice arrives.
 */
export async function prepareInvoiceChanges({ row, invoices, ...event }: InvoiceEvent): Promise<InvoiceChanges> {
  const { id } = row
  const source = { ...event, defaultCurrency: reportedCurrencyOf(row) ?? event.accountCurrency }
  const current = await readStoredInvoices(row, id, true)
  const after = new Map(current)
  const orderWrites = new Map<OrderToken, ExtraWrite[]>()
  for (const update of invoices) {
    const before = after.get(update.token)
    const { orderState = before?.orderState, writes } = await readOrder(row, id, update.token)
    const invoice = { latest: latestAfterInvoice(before?.latest ?? {}, update, source), orderState }
    after.set(update.token, invoice)
    if (!isDeepStrictEqual(invoice, before)) orderWrites.set(update.token, writes)
  }
  const { totals, writes } = changesBetween(current, after, row)
  return { totals, writes: [...writes, ...orderWrites.values()].flat() }
}

/**
 * Returns two things: the invoice state that the payment of the order implies, and the writes that connect the order
 * with the subscription. These writes fail if the order changes after this function has read it.
 */
async function readOrder(tenant: Tenant, subscriptionId: SubscriptionId, token: OrderToken) {
  const { orderState, isUnchanged } = await readOrderState(tenant, token)
  const connection: ExtraWrite = {
    entity: InvoiceOrderRow,
    write: Row => Row.put({ ...invoiceOrderKeyOf(tenant, token), subscriptionId }),
  }
  return { orderState, writes: [connection, isUnchanged] }
}

async function readOrderState(tenant: Tenant, token: OrderToken) {
  const { status, isUnchanged } = await orders.readPaymentStatusWithGuard(tenant, token)
  return { orderState: status ? invoiceStateByPayment[status] : undefined, isUnchanged }
}

/**
 * Returns the totals and `endsAt` of a subscription, and the writes of invoices whose orders have another payment
 * status now. With `tokens`, reads only the orders with these tokens.
 */
export async function deriveInvoiceTotals(
  row: SubscriptionRow,
  consistent: boolean,
  tokens?: readonly OrderToken[],
): Promise<Derived> {
  const invoices = await readStoredInvoices(row, row.id, consistent)
  const current = await withOrderStates(row, invoices, tokens)
  const { totals, writes } = changesBetween(invoices, current, row)
  return { fields: { totals, endsAt: cancelAtOf({ ...row, totals }) }, writes }
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

function changesBetween(before: StoredInvoices, after: StoredInvoices, row: SubscriptionRow): InvoiceChanges {
  const { account, mode, id: subscriptionId } = row
  const changed = [...after].filter(([token, invoice]) => !isDeepStrictEqual(invoice, before.get(token)))
  return {
    totals: invoiceTotalsOf(toInvoices(after, row)),
    writes: changed.map(([token, invoice]) => ({
      entity: InvoiceRow,
      write: Row => Row.put({ account, mode, subscriptionId, token, ...invoice }),
    })),
  }
}
