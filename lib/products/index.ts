/** Lists, reads, changes and archives the products of the store. */

import { timestamp } from '../core/clock.ts'
import { type ConditionalRequest, requireMatch } from '../core/etag.ts'
import { guid } from '../core/fields.ts'
import { type ProductId, productIdOf } from '../core/ids.ts'
import { type Page, toPage } from '../core/paging.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import type { EntryPage } from '../lists/entry-page.ts'
import { readFilteredPage } from '../lists/filtered-entry-page.ts'
import { findEntries } from '../lists/find-entries.ts'
import { matchesAll } from '../lists/list-query.ts'
import { loadEntities, presentValidRows } from '../lists/load-entities.ts'
import { batchGet } from '../store/batch.ts'
import { change } from '../store/change.ts'
import { keyOf, ProductRow } from './entity.ts'
import { inventoryAfterChange } from './inventory.ts'
import { areAllProductsMigrated, createAllProductsTallyCache, listQueryOf } from './lists.ts'
import { present } from './presenter.ts'
import { archive, dropdownsOf } from './rules.ts'
import { findBySalesInPeriod, type ProductsWithSales } from './sales-in-period.ts'
import { Product, type ProductChange, type ProductQuery } from './schemas.ts'
import { productDefinition } from './stored-object.ts'

export { upsertProductsOfItems } from './apply.ts'
export { applyMovementsOfOrder, applyMovementsOfProduct } from './apply-stock-movements.ts'
export { readFreeTextTest } from './free-text.ts'
export { ImportedProduct, importProduct } from './import.ts'
export { readSalesByProduct } from './sales-in-period.ts'
export { productDefinition } from './stored-object.ts'

export async function list(tenant: Tenant, query: ProductQuery): Promise<Page<Product>> {
  const { entries, total, salesOf } = await findProducts(tenant, query)
  const rows = await loadEntities<ProductRow>(entries, { entity: ProductRow, keyOf: id => keyOf(tenant, id) })
  const items = presentValidRows(rows, { schema: Product, present: row => present(row, salesOf?.(row.id)) })
  return toPage(query, total, items)
}

interface FoundProducts extends Pick<ProductsWithSales, 'entries' | 'total'> {
  salesOf?: ProductsWithSales['salesOf']
}

/**
 * If the query has dates, only orders between these dates count as sales, also for sorting and for `excludeZeroSales`.
 */
const findProducts = (tenant: Tenant, query: ProductQuery): Promise<FoundProducts> =>
  query.from || query.to ? findBySalesInPeriod(tenant, query) : findBySales(tenant, query)

/**
 * Finds a page of products, sorted by creation date or by all-time sales. While rows with a version before 3 exist,
 * tallies count some products twice if archived products are included. A query that includes archived products then
 * reads all entries, and computes the total from them.
 */
async function findBySales(tenant: Tenant, query: ProductQuery): Promise<EntryPage> {
  const { account, mode } = tenant
  const { fullList, filters, firstId, range, direction } = listQueryOf(tenant, query)
  const [page, hasNoFormerEntries] = await Promise.all([
    findEntries(listQueryOf(tenant, query), query),
    !query.archived || areAllProductsMigrated(tenant),
  ])
  if (hasNoFormerEntries) return page
  const options = { offset: query.offset, limit: query.limit, direction, firstId, ...(range && { range }) }
  const tallies = createAllProductsTallyCache({ account, mode, list: fullList }, query.orderBy)
  return readFilteredPage(tallies, { ...options, matches: matchesAll(filters) })
}

export async function get(tenant: Tenant, id: string): Promise<Product> {
  return present(await load(tenant, id))
}

export { crawl } from './crawl-and-save.ts'

interface Update extends ConditionalRequest {
  change: ProductChange
}

export async function update(tenant: Tenant, { id, change, ifMatch }: Update): Promise<Product> {
  return saveChange(tenant, { id, ifMatch }, before => {
    const dropdowns = dropdownsOf(before)
    const inventory = inventoryAfterChange({ current: before.inventory, wanted: change, dropdowns })
    return { ...before, inventory, archivedAt: undefined, changedAt: timestamp() }
  })
}

export async function remove(tenant: Tenant, request: ConditionalRequest): Promise<Product> {
  return saveChange(tenant, request, before => archive(before, timestamp()))
}

async function saveChange(
  tenant: Tenant,
  { id, ifMatch }: ConditionalRequest,
  decide: (before: ProductRow) => ProductRow,
): Promise<Product> {
  const after = await change(
    productDefinition,
    () => load(tenant, id, true),
    before => {
      requireMatch(ifMatch, present(before))
      return decide(before)
    },
  )
  return present(after)
}

/** Returns the products with these ids. The sequence of the products is arbitrary. */
export async function loadProducts(tenant: Tenant, ids: readonly ProductId[]): Promise<Product[]> {
  const rows = await batchGet<ProductRow>(
    ProductRow,
    ids.map(id => keyOf(tenant, id)),
  )
  return presentValidRows(rows, { schema: Product, present: row => present(row) })
}

/** Reads a product by its GUID, or else by its `userDefinedId`. The read must be consistent if a write follows. */
async function load(tenant: Tenant, id: string, consistent = false): Promise<ProductRow> {
  const row =
    (guid.safeParse(id).success && (await find(tenant, id.toLowerCase() as ProductId, consistent))) ||
    (await find(tenant, productIdOf(tenant, id), consistent))
  if (!row) throw new Problem('not_found')
  return row
}

async function find(tenant: Tenant, id: ProductId, consistent: boolean): Promise<ProductRow | null> {
  const { data } = await ProductRow.get(keyOf(tenant, id)).go({ consistent })
  return data
}
