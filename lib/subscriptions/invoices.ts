/** Reads the invoices of a subscription. */

import type { SubscriptionId } from '../core/ids.ts'
import { takeWhileFits } from '../core/page.ts'
import { maxSliceItems, type Slice } from '../core/slice.ts'
import type { Tenant } from '../core/tenant.ts'
import { InvoiceRow } from './entity.ts'
import { type Invoice, newestFirst, type StoredInvoice } from './invoice-rules.ts'

/** The invoices of a subscription by the token of their orders. */
export type StoredInvoices = ReadonlyMap<Invoice['token'], StoredInvoice>

export async function readInvoices(
  { account, mode }: Tenant,
  subscriptionId: SubscriptionId,
  consistent = false,
): Promise<StoredInvoices> {
  const rows = InvoiceRow.query.bySubscription({ account, mode, subscriptionId })
  const { data } = await rows.go({ pages: 'all', consistent })
  return new Map(data.map(({ token, latest, orderState }) => [token, { latest, orderState }]))
}

export const invoicesIn = (stored: StoredInvoices): Invoice[] =>
  [...stored].flatMap(
    ([
      token,
      {
        latest: { content, state },
        orderState,
      },
    ]) => (content && state ? [{ ...content.value, token, state: orderState ?? state.value }] : []),
  )

/** Returns as many invoices as fit into one reply, newest first. */
export function sliceOf<T>(invoices: readonly Invoice[], offset: number, present: (invoice: Invoice) => T): Slice<T> {
  const end = offset + maxSliceItems
  const items = takeWhileFits(newestFirst(invoices).slice(offset, end).map(present))
  const next = offset + items.length
  return { items, next: next < invoices.length ? { offset: String(next) } : null }
}
