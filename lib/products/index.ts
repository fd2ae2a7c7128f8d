/** Products: what a shop sells, as its checkout has seen it. */

import { timestamp } from '../kit/clock.ts'
import { requireMatch } from '../kit/etag.ts'
import { productIdOf } from '../kit/ids.ts'
import { type Page, pageWith } from '../kit/page.ts'
import { Problem } from '../kit/problem.ts'
import type { Tenant } from '../kit/tenant.ts'
import { guid } from '../kit/wire.ts'
import { find as findOn } from '../lists/find.ts'
import { standingAt } from '../lists/standing.ts'
import type { EntryRow } from '../store/entry.ts'
import { save } from '../store/save.ts'
import { onFreshData } from '../store/write.ts'
import { type Best, bestBetween } from './best.ts'
import { keyOf, ProductRow, productKind } from './entity.ts'
import { inventoryAfter } from './inventory.ts'
import { questionOf } from './lists.ts'
import { present } from './present.ts'
import { archived, dropdownsOf } from './rules.ts'
import type { Product, ProductChange, ProductQuery } from './shapes.ts'

export { fixedLists } from './lists.ts'
export { saveNumbers } from './numbers.ts'
export { see } from './seeing.ts'
export { takeStock } from './stock.ts'

export async function list(tenant: Tenant, query: ProductQuery): Promise<Page<Product>> {
  const { entries, total, salesOf } = await found(tenant, query)
  const rows = await productsAt(tenant, entries)
  return pageWith(
    query,
    total,
    rows.map(row => present(row, salesOf?.(row.id))),
  )
}

interface Listed extends Pick<Best, 'entries' | 'total'> {
  salesOf?: Best['salesOf']
}

/** Between dates, statistics and what is made of them count the orders of that time only. */
const found = (tenant: Tenant, query: ProductQuery): Promise<Listed> =>
  query.from || query.to ? bestBetween(tenant, query) : findOn(questionOf(tenant, query), query)

export async function get(tenant: Tenant, id: string): Promise<Product> {
  return present(await fetch(tenant, id))
}

/** Its own file, as it reaches out to pages. */
export { crawl } from './crawling.ts'

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
  return onFreshData(async () => {
    const before = await fetch(tenant, id, true)
    requireMatch(ifMatch, present(before))
    return present(await save(productKind, changed(before), before))
  })
}

const productsAt = (tenant: Tenant, entries: readonly EntryRow[]) =>
  standingAt(entries, {
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
