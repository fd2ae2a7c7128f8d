/** Reads subscriptions, by id or for a page, and their invoices. */

import type { SubscriptionId } from '../core/ids.ts'
import { maxSliceItems, type PageQuery, type Slice, takeWhileFits } from '../core/paging.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { findEntries } from '../lists/find-entries.ts'
import type { ListQuery } from '../lists/list-query.ts'
import { loadEntities } from '../lists/load-entities.ts'
import {
  hasContent,
  InvoiceRow,
  keyOf,
  reportedCurrencyOf,
  SubscriptionRow,
  type SubscriptionRowWithContent,
} from './entity.ts'
import { type Invoice, inCurrency, type StoredInvoice, sortNewestFirst } from './invoice-rules.ts'
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

/**
 * Returns the invoices of a subscription. An invoice of V1 whose currency was not reported, or that an earlier release
 * has stored, has the currency that was reported for the subscription, perhaps later.
 */
export const toInvoices = (stored: StoredInvoices, row: SubscriptionRow): Invoice[] =>
  [...stored].flatMap(([token, { latest, orderState }]) => {
    const { content, state } = latest
    if (!content || !state) return []
    const { value } = content
    const isDefault = row.engine === 'V1' && value.currencyStamp === undefined
    const currency = (isDefault && reportedCurrencyOf(row)) || value.currency
    return [{ ...inCurrency(value, currency), token, state: orderState ?? state.value }]
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

export const loadInvoices = async (row: SubscriptionRow): Promise<Invoice[]> =>
  toInvoices(await readStoredInvoices(row, row.id), row)

export async function loadPage(listQuery: ListQuery, paging: PageQuery) {
  const { entries, total } = await findEntries(listQuery, paging)
  const rows = await loadEntities<SubscriptionRowWithContent>(entries, {
    entity: SubscriptionRow,
    keyOf: id => keyOf(listQuery, id),
  })
  return { rows, total }
}
