/** Defines the lists that contain customers, and the filters of these lists. */

import { emptyAddress, fullNameOf } from '../core/address.ts'
import type { Tenant } from '../core/tenant.ts'
import { timeRange } from '../lists/entries.ts'
import { between, equalTo, searchable } from '../lists/filter-kinds.ts'
import { FilterTable } from '../lists/filter-table.ts'
import { type ListQuery, matchesAll } from '../lists/list-query.ts'
import { numberPosition, timePosition } from '../lists/position.ts'
import type { EntryRow, ListEntry } from '../store/list-entry.ts'
import type { CustomerRow } from './entity.ts'
import { type CustomerQuery, statuses } from './schemas.ts'

interface SortOrder {
  list: string
  position: (row: CustomerRow) => string
}

/**
 * Each sort order has one list for each status. To list all customers, the lists of all statuses are read as one list.
 */
const sortOrders: Record<CustomerQuery['orderBy'], SortOrder> = {
  NbrOrders: { list: 'customers/orders', position: row => numberPosition(row.ordersCount, row.id) },
  OrdersValue: { list: 'customers/value', position: row => numberPosition(row.ordersAmount, row.id) },
  Date: { list: 'customers/created', position: row => timePosition(row.creationDate, row.id) },
}

const filterValuesOf = ({ status, name, from, to }: CustomerQuery) => ({
  status,
  name: name || undefined,
  creationDate: from || to ? { from, to } : undefined,
})

const filters = new FilterTable<CustomerRow, Partial<ReturnType<typeof filterValuesOf>>>(
  {
    status: equalTo(({ status }) => status),
    name: searchable(({ latest }) => [fullNameOf(latest.addresses?.value.billing ?? emptyAddress)]),
    creationDate: between(({ creationDate }) => creationDate),
  },
  'customers',
)

const listsByStatus = (fullList: string) => statuses.flatMap(status => filters.listsFor(fullList, { status }))

/**
 * Returns whether the row has entries on the lists of all customers, as rows with a version before 3 do. Saving such a
 * row deletes these entries.
 */
const isOnFullLists = ({ rowVersion = 1 }: CustomerRow) => rowVersion < 3

export function listEntriesOf(row: CustomerRow): ListEntry[] {
  const facets = filters.facetsOf(row)
  const entries = Object.values(sortOrders).flatMap(({ list: fullList, position }) =>
    [...(isOnFullLists(row) ? [fullList] : []), ...filters.listsOf(fullList, row)].map(list => ({
      list,
      position: position(row),
      facets,
    })),
  )
  return [...entries, ...searchEntriesOf(row, facets)]
}

/**
 * Returns the entries by which a text search finds a customer. In addition to the facets of the filters, an entry
 * contains the customer's positions on the lists by number and by value of orders. Search results can be sorted by
 * these positions.
 */
const searchEntriesOf = (row: CustomerRow, facets: string[]): ListEntry[] =>
  filters.searchEntriesOf(row, {
    position: sortOrders.Date.position(row),
    facets: [...facets, sortOrders.NbrOrders.position(row), sortOrders.OrdersValue.position(row)],
  })

const positionInSearchEntry: Partial<Record<CustomerQuery['orderBy'], (entry: EntryRow) => string>> = {
  NbrOrders: ({ facets = [] }) => facets.at(-2) ?? '',
  OrdersValue: ({ facets = [] }) => facets.at(-1) ?? '',
}

/** A list sorted by date needs no date filter, because only the date range of the query is read. */
export function listQueryOf(tenant: Tenant, query: CustomerQuery): ListQuery {
  const fullList = sortOrders[query.orderBy].list
  const { creationDate, ...wanted } = filterValuesOf(query)
  const isByDate = query.orderBy === 'Date'
  return {
    ...tenant,
    fullList,
    fullListParts: listsByStatus(fullList),
    filters: filters.filtersOf(fullList, isByDate ? wanted : { ...wanted, creationDate }),
    range: isByDate ? timeRange(query.from, query.to) : undefined,
    direction: 'backwards',
    searchEntries: { hasFacets: true, positionOf: positionInSearchEntry[query.orderBy] },
  }
}

/**
 * Returns whether the customer matches the filters of the query. A customer who was found by e-mail address was not
 * read from a filtered list, so the filters still have to be applied.
 */
export const matchesQuery = (row: CustomerRow, query: CustomerQuery) =>
  matchesAll(filters.filtersOf('', filterValuesOf(query)))({ facets: filters.facetsOf(row) })

export const fixedLists: readonly string[] = [
  ...Object.values(sortOrders).flatMap(({ list }) => listsByStatus(list)),
  ...filters.searchLists,
]

/** Every customer is on exactly one of these lists. */
export const fullListParts: readonly string[] = listsByStatus(sortOrders.Date.list)
