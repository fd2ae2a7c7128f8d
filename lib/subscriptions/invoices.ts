/** Reads the invoices of a subscription, and applies what events report of them. */

import { isDeepStrictEqual } from 'node:util'
import type { EventStamp } from '../core/event-stamp.ts'
import type { SubscriptionId } from '../core/ids.ts'
import { takeWhileFits } from '../core/page.ts'
import { maxSliceItems, type Slice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'
import type { ExtraWrite } from '../store/transaction.ts'
import { InvoiceRow } from './entity.ts'
import {
  applyInvoice,
  type Invoice,
  type InvoiceUpdate,
  type LatestInvoice,
  newestFirst,
  totalsOf,
} from './invoice-rules.ts'

/** By the token of their orders. */
type StoredInvoices = ReadonlyMap<Invoice['token'], LatestInvoice>

export const noInvoices: StoredInvoices = new Map()

export async function readInvoices(
  { account, mode }: Tenant,
  subscriptionId: SubscriptionId,
  consistent = false,
): Promise<StoredInvoices> {
  const rows = InvoiceRow.query.bySubscription({ account, mode, subscriptionId })
  const { data } = await rows.go({ pages: 'all', consistent })
  return new Map(data.map(({ token, latest }) => [token, latest]))
}

export const invoicesIn = (stored: StoredInvoices): Invoice[] =>
  [...stored].flatMap(([token, { content, state }]) =>
    content && state ? [{ ...content.value, token, state: state.value }] : [],
  )

/** As many of them as fit into one reply, newest first. */
export function sliceOf<T>(
  invoices: readonly Invoice[],
  offset: number,
  present: (invoice: Invoice) => T,
): Slice<T> {
  const end = offset + maxSliceItems
  const items = takeWhileFits(newestFirst(invoices).slice(offset, end).map(present))
  const next = offset + items.length
  return { items, next: next < invoices.length ? { offset: String(next) } : null }
}

interface InvoiceEvent {
  tenant: Tenant
  id: SubscriptionId
  stamp: EventStamp
  accountCurrency: string
  invoices: readonly InvoiceUpdate[]
}

/** The totals of all invoices, and the writes of those that have changed. */
export function applyInvoices(stored: StoredInvoices, { tenant, id, invoices, ...event }: InvoiceEvent) {
  const after = new Map(stored)
  for (const update of invoices)
    after.set(update.token, applyInvoice(after.get(update.token) ?? {}, update, event))
  const changed = [...after].filter(([token, latest]) => !isDeepStrictEqual(latest, stored.get(token)))
  return {
    totals: totalsOf(invoicesIn(after)),
    writes: changed.map(([token, latest]) => putInvoice(tenant, { subscriptionId: id, token, latest })),
  }
}

/** The subscription is written in the same transaction, on condition of its version: no invoice is lost. */
const putInvoice = (
  { account, mode }: Tenant,
  invoice: Pick<InvoiceRow, 'subscriptionId' | 'token' | 'latest'>,
): ExtraWrite => ({
  entity: InvoiceRow,
  write: Row => Row.put({ account, mode, ...invoice }),
})
