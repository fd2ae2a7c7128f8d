/** Products: what a shop sells, as its checkout has seen it. */

import { timestamp } from '../core/clock.ts'
import { requireMatch } from '../core/etag.ts'
import { guid } from '../core/fields.ts'
import { productIdOf } from '../core/ids.ts'
import { type Page, toPage } from '../core/page.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { findEntries as findOn } from '../lists/find.ts'
import { loadEntities } from '../lists/load-entities.ts'
import { retryOnConflict } from '../store/conflict.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { save } from '../store/save.ts'
import { type BestSellers, bestSellersBetween } from './best-sellers.ts'
import { keyOf, ProductRow, productDefinition } from './entity.ts'
import { inventoryAfter } from './inventory.ts'
import { listQueryOf } from './lists.ts'
import { present } from './presenter.ts'
import { archived, dropdownsOf } from './rules.ts'
import type { Product, ProductChange, ProductQuery } from './schemas.ts'

export { upsertProducts } from './apply.ts'
export { syncCounters } from './counters.ts'
export { fixedLists } from './lists.ts'
export { updateStock } from './stock.ts'

export async function list(tenant: Tenant, query: ProductQuery): Promise<Page<Product>> {
  const { entries, total, salesOf } = await found(tenant, query)
  const rows = await productsAt(tenant, entries)
  return toPage(
    query,
    total,
    rows.map(row => present(row, salesOf?.(row.id))),
  )
}

interface Listed extends Pick<BestSellers, 'entries' | 'total'> {
  salesOf?: BestSellers['salesOf']
}

/** Between dates, statistics and what is made of them count the orders of that time only. */
const found = (tenant: Tenant, query: ProductQuery): Promise<Listed> =>
  query.from || query.to ? bestSellersBetween(tenant, query) : findOn(listQueryOf(tenant, query), query)

export async function get(tenant: Tenant, id: string): Promise<Product> {
  return present(await fetch(tenant, id))
}

/** Its own file, as it reaches out to pages. */
export { crawl } from './crawl.ts'

interface Change {
  id: string
  wanted: ProductChange
  ifMatch: string | undefined
}

export async function update(tenant: Tenant, { id, wanted, ifMatch }: Change): Promise<Product> {
  return change(tenant, { id, ifMatch }, before => {
    const dropdowns = dropdownsOf(before)
    const inventory = inventoryAfter({ current: before.inventory, wanted, dropdowns })
    return { ...before, inventory, archivedAt: undefined, changedAt: timestamp() }
  })
}

export async function remove(tenant: Tenant, asked: Omit<Change, 'wanted'>): Promise<Product> {
  return change(tenant, asked, before => archived(before, timestamp()))
}

async function change(
  tenant: Tenant,
  { id, ifMatch }: Omit<Change, 'wanted'>,
  changed: (before: ProductRow) => ProductRow,
): Promise<Product> {
  return retryOnConflict(async () => {
    const before = await fetch(tenant, id, true)
    requireMatch(ifMatch, present(before))
    return present(await save(productDefinition, changed(before), before))
  })
}

const productsAt = (tenant: Tenant, entries: readonly EntryRow[]) =>
  loadEntities(entries, {
    entity: ProductRow,
    keyOf: id => keyOf(tenant, id),
    idOf: (row: ProductRow) => row.id,
  })

/** Where an id is both, the GUID wins. Who only looks may be a moment behind; who writes may not. */
async function fetch(tenant: Tenant, id: string, consistent = false): Promise<ProductRow> {
  const row =
    (guid.safeParse(id).success && (await find(tenant, id.toLowerCase(), consistent))) ||
    (await find(tenant, productIdOf(tenant, id), consistent))
  if (!row) throw new Problem('not_found')
  return row
}

async function find(tenant: Tenant, id: string, consistent: boolean): Promise<ProductRow | null> {
  const { data } = await ProductRow.get(keyOf(tenant, id)).go({ consistent })
  return data
}
