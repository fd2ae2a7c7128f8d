/** Lists products by their sales between two dates. */

import type { ProductId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { moveIdToFront, readFilteredPage } from '../lists/filtered-entry-page.ts'
import { matchesAll } from '../lists/list-query.ts'
import { readPeriodSumsByList } from '../lists/period-sums-by-list.ts'
import { idOfPosition } from '../lists/position.ts'
import { createTallyCache } from '../lists/tally.ts'
import type { Sum } from '../lists/tally-parts.ts'
import { allSalesLists, productIdOfSaleEntry, productSalesList } from '../orders/index.ts'
import type { EntryRow } from '../store/list-entry.ts'
import { createAllProductsTallyCache, filtersOf, idOfExactMatch, productListName } from './lists.ts'
import type { Sales } from './presenter.ts'
import type { ProductQuery } from './schemas.ts'

type Period = Pick<ProductQuery, 'from' | 'to'>

/**
 * For each period, returns the sales by product. A period includes its first and its last time. The two measures of a
 * sum are the number of units sold and the sales amount in the store's currency.
 */
export const readSalesByProduct = (tenant: Tenant, periods: readonly Period[]) =>
  readPeriodSumsByList(
    tenant,
    { prefix: productSalesList(''), all: allSalesLists, keyOf: productIdOfSaleEntry },
    periods.map(({ from, to }) => ({ from, to })),
  ) as Promise<Map<ProductId, Sum>[]>

export interface ProductsWithSales {
  entries: EntryRow[]
  total: number
  salesOf: (id: ProductId) => Sales
}

/**
 * Returns a page of products. Computes their sales from tallies and list entries, without reading rows of products. If
 * two products have equal sales, the newer product is listed first.
 */
export async function findBySalesInPeriod(tenant: Tenant, query: ProductQuery): Promise<ProductsWithSales> {
  const { offset, limit, orderBy, excludeZeroSales } = query
  const [[sums = new Map<ProductId, Sum>()], candidates] = await Promise.all([
    readSalesByProduct(tenant, [query]),
    candidatesFor(tenant, query),
  ])
  const salesOf = (id: ProductId): Sales => {
    const [unitsSold = 0n, salesAmount = 0n] = sums.get(id)?.measures ?? []
    return { unitsSold, salesAmount }
  }
  const ranked = candidates.map(entry => ({ entry, ...salesOf(idOfPosition(entry.position)) }))
  const listed = excludeZeroSales ? ranked.filter(({ unitsSold }) => unitsSold > 0) : ranked
  if (orderBy === 'NbrSales') listed.sort((one, other) => Number(other.unitsSold - one.unitsSold))
  if (orderBy === 'SalesValue') listed.sort((one, other) => Number(other.salesAmount - one.salesAmount))
  const sorted = listed.map(({ entry }) => entry)
  const entries = moveIdToFront(sorted, idOfExactMatch(tenant, query)).slice(offset, offset + limit)
  return { entries, total: listed.length, salesOf }
}

async function candidatesFor({ account, mode }: Tenant, query: ProductQuery): Promise<EntryRow[]> {
  const list = { account, mode, list: productListName(query, 'CreationDate') }
  const tallies = query.archived ? createAllProductsTallyCache(list, 'CreationDate') : createTallyCache(list)
  const all = { offset: 0, limit: Number.POSITIVE_INFINITY, direction: 'backwards' } as const
  const { entries } = await readFilteredPage(tallies, { ...all, matches: matchesAll(filtersOf(query)) })
  return entries
}
