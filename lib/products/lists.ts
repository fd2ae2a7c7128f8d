/**
 * Defines the lists of products and their filters. For each of three sort orders, one list contains the archived
 * products, and one contains all other products.
 */

import { type ProductId, productIdOf } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { isListEmpty, rangeFromNumber } from '../lists/entries.ts'
import { contains, unlistedFlag } from '../lists/filter-kinds.ts'
import { either, FilterTable } from '../lists/filter-table.ts'
import type { Filter, ListQuery } from '../lists/list-query.ts'
import { createMergedTallyCache } from '../lists/merged-list.ts'
import { numberPosition, timePosition } from '../lists/position.ts'
import { searchEntries, searchListOf } from '../lists/search-entries.ts'
import type { EntryRow, List, ListEntry } from '../store/list-entry.ts'
import type { ProductRow } from './entity.ts'
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

const archived = 'products/archived'
const notArchived = 'products'
/**
 * The prefix of the former lists of all products. Only rows with a version before 3 have entries on these lists, and
 * saving such a row deletes its entries.
 */
const formerAll = 'products/all'

const nameOf = (prefix: string, orderBy: ProductQuery['orderBy']) => `${prefix}/${sortOrders[orderBy].name}`

/** Returns the name of the list of all products, or of all but the archived products, as the query asks. */
export const productListName = (query: ProductQuery, orderBy = query.orderBy) =>
  nameOf(query.archived ? formerAll : notArchived, orderBy)

/** Returns the lists that together contain all products, and that are read as one list. */
const listsWithArchived = (orderBy: ProductQuery['orderBy']) => [
  nameOf(notArchived, orderBy),
  nameOf(archived, orderBy),
]

/**
 * Creates a tally cache for all products. While rows with a version before 3 exist, the totals are too high: if a
 * product with such a row is not archived, it has entries on two lists at the same position. Only one of the two
 * entries is returned, but the tallies count both.
 */
export const createAllProductsTallyCache = (list: List, orderBy: ProductQuery['orderBy']) =>
  createMergedTallyCache(list, [...listsWithArchived(orderBy), nameOf(formerAll, orderBy)])

/** Returns whether no row has a version before 3. The lists in `listsWithArchived` then contain all products. */
export const areAllProductsMigrated = ({ account, mode }: Tenant): Promise<boolean> =>
  isListEmpty({ account, mode, list: nameOf(formerAll, 'CreationDate') })

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

const keywordsSearchList = searchListOf(notArchived, 'keywords')
const idSearchList = searchListOf(notArchived, 'userDefinedId')

export function listEntriesOf(row: ProductRow): ListEntry[] {
  const facets = filters.facetsOf(row)
  const entries = prefixesOf(row).flatMap(prefix =>
    Object.values(sortOrders).map(({ name, position }) => ({
      list: `${prefix}/${name}`,
      position: position(row),
      facets,
    })),
  )
  return [...entries, ...searchEntriesOf(row)]
}

function prefixesOf(row: ProductRow): string[] {
  const { rowVersion = 1 } = row
  if (rowVersion < 3) return isArchived(row) ? [formerAll] : [formerAll, notArchived]
  return [isArchived(row) ? archived : notArchived]
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
 * If `excludeZeroSales` is true, products without sales are excluded by a filter. The list by number of sales needs no
 * filter, because only its entries with at least one sale are read.
 */
export function listQueryOf(tenant: Tenant, query: ProductQuery): ListQuery {
  const { excludeZeroSales, orderBy } = query
  const fullList = productListName(query)
  const isBySales = orderBy === 'NbrSales'
  const sold = excludeZeroSales && !isBySales ? [filters.filter(fullList, 'isSold', true)] : []
  return {
    ...tenant,
    fullList,
    ...(query.archived && { fullListParts: listsWithArchived(orderBy) }),
    filters: [...filtersOf(query), ...sold],
    range: excludeZeroSales && isBySales ? rangeFromNumber(1) : undefined,
    direction: 'backwards',
    firstId: idOfExactMatch(tenant, query),
    searchEntries: {
      positionOf: orderBy === 'CreationDate' ? undefined : null,
      ...(!query.archived && { isListed: isUnarchived }),
    },
  }
}

/**
 * Returns the id of the product with exactly the `userDefinedId` in the query. This product is listed first, because
 * callers look up a product with a limit of 1.
 */
export const idOfExactMatch = (tenant: Tenant, { userDefinedId }: ProductQuery): ProductId | undefined =>
  userDefinedId ? productIdOf(tenant, userDefinedId.trim()) : undefined

/** Returns the filters of a query. Keywords are searched for in the name, the description and the user-defined id. */
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
  ...[notArchived, archived].flatMap(prefix => Object.values(sortOrders).map(({ name }) => `${prefix}/${name}`)),
  keywordsSearchList,
  idSearchList,
]

/** Every product of the current row version is on exactly one of these lists. */
export const fullListParts: readonly string[] = listsWithArchived('CreationDate')
