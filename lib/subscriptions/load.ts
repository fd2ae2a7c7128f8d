/** Reads subscriptions, by id or for a page, and their invoices. */

import type { SubscriptionId } from '../core/ids.ts'
import { maxSliceItems, type PageQuery, type Slice, takeWhileFits } from '../core/paging.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { findEntries } from '../lists/find-entries.ts'
import type { ListQuery } from '../lists/list-query.ts'
import { loadEntities } from '../lists/load-entities.ts'
import { hasContent, InvoiceRow, keyOf, SubscriptionRow, type SubscriptionRowWithContent } from './entity.ts'
import { type Invoice, type StoredInvoice, sortNewestFirst } from './invoice-rules.ts'
import type { Engine } from './rules.ts'

/** Maps the token of an order to its invoice. */
export type StoredInvoices = ReadonlyMap<Invoice['token'], StoredInvoice>

export async function readStoredInvoices(
  { account, mode }: Tenant,
  subscriptionId: SubscriptionId,
  consistent = false,
): Promise<StoredInvoices> {
  const rows = InvoiceRow.query.bySubscription({ account, mode, subscriptionId })
  const { data } = await rows.go({ pages: 'all', consistent })
  return new Map(data.map(({ token, latest, orderState }) => [token, { latest, orderState }]))
}

export const toInvoices = (stored: StoredInvoices): Invoice[] =>
  [...stored].flatMap(([token, { latest, orderState }]) => {
    const { content, state } = latest
    return content && state ? [{ ...content.value, token, state: orderState ?? state.value }] : []
  })

/** Returns as many invoices as fit into one reply, newest first. */
export function sliceOfInvoices<T>(
  invoices: readonly Invoice[],
  offset: number,
  present: (invoice: Invoice) => T,
): Slice<T> {
  const end = offset + maxSliceItems
  const items = takeWhileFits(sortNewestFirst(invoices).slice(offset, end).map(present))
  const next = offset + items.length
  return { items, next: next < invoices.length ? { offset: String(next) } : null }
}

interface LoadOptions {
  /** The engine that the subscription must have. If the subscription has the other engine, `not_found` is thrown. */
  engine: Engine
  consistent?: boolean
}

export async function load(
  tenant: Tenant,
  id: SubscriptionId,
  { engine, consistent = false }: LoadOptions,
): Promise<SubscriptionRowWithContent> {
  const { data } = await SubscriptionRow.get(keyOf(tenant, id)).go({ consistent })
  if (!hasContent(data) || data.engine !== engine) throw new Problem('not_found')
  return data
}

export const loadInvoices = async (tenant: Tenant, id: SubscriptionId): Promise<Invoice[]> =>
  toInvoices(await readStoredInvoices(tenant, id))

export async function loadPage(listQuery: ListQuery, paging: PageQuery) {
  const { entries, total } = await findEntries(listQuery, paging)
  const rows = await loadEntities<SubscriptionRowWithContent>(entries, {
    entity: SubscriptionRow,
    keyOf: id => keyOf(listQuery, id),
  })
  return { rows, total }
}
