/** Defines the lists of products in three sort orders, with and without archived products, and their filters. */

import { type ProductId, productIdOf } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { rangeFromNumber } from '../lists/entries.ts'
import { contains, unlistedFlag } from '../lists/filter-kinds.ts'
import { either, FilterTable } from '../lists/filter-table.ts'
import type { Filter, ListQuery } from '../lists/list-query.ts'
import { loadEntities } from '../lists/load-entities.ts'
import { numberPosition, timePosition } from '../lists/position.ts'
import { searchEntries, searchListOf } from '../lists/search-entries.ts'
import type { EntryRow, ListEntry } from '../store/list-entry.ts'
import { keyOf, ProductRow } from './entity.ts'
import { isArchived } from './rules.ts'
import type { ProductQuery } from './schemas.ts'

interface SortOrder {
  name: string
  position: (row: ProductRow) => string
}

const sortOrders: Record<ProductQuery['orderBy'], SortOrder> = {
  NbrSales: { name: 'sales', position: row => numberPosition(row.unitsSold, row.id) },
  SalesValue: { name: 'value', position: row => numberPosition(row.salesAmount, row.id) },
  CreationDate: { name: 'created', position: row => timePosition(row.creationDate, row.id) },
}

const withArchived = 'products/all'
const withoutArchived = 'products'

export const productListName = (query: ProductQuery, orderBy = query.orderBy) =>
  `${query.archived ? withArchived : withoutArchived}/${sortOrders[orderBy].name}`

interface FilterValues {
  userDefinedId: string
  description: string
  isSold: boolean
}

const filters = new FilterTable<ProductRow, FilterValues>({
  userDefinedId: contains(({ userDefinedId }) => [userDefinedId]),
  description: contains(({ latest }) => {
    const { name, description } = latest.description?.value ?? {}
    return [name, description]
  }),
  isSold: unlistedFlag(({ unitsSold }) => unitsSold > 0),
})

const keywordsSearchList = searchListOf(withoutArchived, 'keywords')
const idSearchList = searchListOf(withoutArchived, 'userDefinedId')

export function listEntriesOf(row: ProductRow): ListEntry[] {
  const facets = filters.facetsOf(row)
  const prefixes = isArchived(row) ? [withArchived] : [withArchived, withoutArchived]
  const entries = prefixes.flatMap(prefix =>
    Object.values(sortOrders).map(({ name, position }) => ({
      list: `${prefix}/${name}`,
      position: position(row),
      facets,
    })),
  )
  return [...entries, ...searchEntriesOf(row)]
}

/**
 * Search entries do not contain the sales, because each sale would change one entry for each word of the description.
 */
function searchEntriesOf(row: ProductRow): ListEntry[] {
  const entry = { position: sortOrders.CreationDate.position(row), facets: isArchived(row) ? [archivedFacet] : [] }
  const { userDefinedId, latest } = row
  const { name, description } = latest.description?.value ?? {}
  return [
    ...searchEntries(keywordsSearchList, [userDefinedId, name, description], entry),
    ...searchEntries(idSearchList, [userDefinedId], entry),
  ]
}

const archivedFacet = 'archived'
const isUnarchived = ({ facets = [] }: EntryRow) => !facets.includes(archivedFacet)

/**
 * Excludes products without sales if the query asks for this. The list by sales needs no filter for this, because only
 * the part with sales is read.
 */
export function listQueryOf(tenant: Tenant, query: ProductQuery): ListQuery {
  const { excludeZeroSales, orderBy } = query
  const fullList = productListName(query)
  const isBySales = orderBy === 'NbrSales'
  const sold = excludeZeroSales && !isBySales ? [filters.filter(fullList, 'isSold', true)] : []
  return {
    ...tenant,
    fullList,
    filters: [...filtersOf(query), ...sold],
    range: excludeZeroSales && isBySales ? rangeFromNumber(1) : undefined,
    direction: 'backwards',
    firstId: idOfExactMatch(tenant, query),
    searchEntries: {
      positionOf: orderBy === 'CreationDate' ? undefined : null,
      ...(!query.archived && { isListed: isUnarchived }),
      objects: { load: entries => loadProducts(tenant, entries), listEntriesOf },
    },
  }
}

const loadProducts = (tenant: Tenant, entries: readonly EntryRow[]) =>
  loadEntities<ProductRow>(entries, { entity: ProductRow, keyOf: id => keyOf(tenant, id) })

/**
 * Returns the id of the product whose `userDefinedId` equals the one in the query. This product is listed first,
 * because callers look up a product with a limit of 1.
 */
export const idOfExactMatch = (tenant: Tenant, { userDefinedId }: ProductQuery): ProductId | undefined =>
  userDefinedId ? productIdOf(tenant, userDefinedId.trim()) : undefined

/** The keywords are searched in the name, the description and the user-defined id. */
export function filtersOf(query: ProductQuery): Filter[] {
  const { userDefinedId, keywords } = query
  const fullList = productListName(query)
  const inId = (part: string) => filters.filter(fullList, 'userDefinedId', part)
  const inText = (part: string) => filters.filter(fullList, 'description', part)
  const searchFor = (list: string, wanted: string) => ({ search: { list, wanted } })
  return [
    ...(userDefinedId ? [{ ...inId(userDefinedId), ...searchFor(idSearchList, userDefinedId) }] : []),
    ...(keywords ? [{ ...either(inText(keywords), inId(keywords)), ...searchFor(keywordsSearchList, keywords) }] : []),
  ]
}

export const fixedLists: readonly string[] = [
  ...[withArchived, withoutArchived].flatMap(prefix =>
    Object.values(sortOrders).map(({ name }) => `${prefix}/${name}`),
  ),
  keywordsSearchList,
  idSearchList,
]
