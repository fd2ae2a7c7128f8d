/** The lists a customer is on, and the filters of the list of customers. */

import { emptyAddress, fullNameOf } from '../core/address.ts'
import type { Tenant } from '../core/tenant.ts'
import { timeRange } from '../lists/entries.ts'
import { FilterTable } from '../lists/filter-table.ts'
import { between, contains, exact, type TimeSpan } from '../lists/filters.ts'
import { type ListQuery, matchesAll } from '../lists/find.ts'
import type { ListedEntity } from '../lists/listed-entity.ts'
import { numberPosition, timePosition } from '../lists/position.ts'
import type { ListEntry } from '../store/list-entry.ts'
import { CustomerRow, keyOf } from './entity.ts'
import { type CustomerQuery, statuses } from './schemas.ts'

interface Order {
  list: string
  position: (row: CustomerRow) => string
}

/** In each order there is a list of all customers and one for each status. */
const orders: Record<CustomerQuery['orderBy'], Order> = {
  NbrOrders: { list: 'customers/orders', position: row => numberPosition(row.ordersCount, row.id) },
  OrdersValue: { list: 'customers/value', position: row => numberPosition(row.ordersAmount, row.id) },
  Date: { list: 'customers/created', position: row => timePosition(row.creationDate, row.id) },
}

interface Wanted {
  status?: CustomerQuery['status']
  name?: string | undefined
  creationDate?: TimeSpan | undefined
}

const filters = new FilterTable<CustomerRow, Wanted>({
  status: exact(({ status }) => status),
  name: contains(({ latest }) => [fullNameOf(latest.addresses?.value.billing ?? emptyAddress)]),
  creationDate: between(({ creationDate }) => creationDate),
})

function listEntriesOf(row: CustomerRow): ListEntry[] {
  const facets = filters.facetsOf(row)
  return Object.values(orders).flatMap(({ list: all, position }) =>
    [all, ...filters.listsOf(all, row)].map(list => ({ list, position: position(row), facets })),
  )
}

const wantedOf = ({ status, name, from, to }: CustomerQuery) => ({
  status,
  name: name || undefined,
  creationDate: from || to ? { from, to } : undefined,
})

/** The list by date holds the dates in its positions: a range of it needs no filter. */
export function listQueryOf(tenant: Tenant, query: CustomerQuery): ListQuery {
  const all = orders[query.orderBy].list
  const { creationDate, ...wanted } = wantedOf(query)
  const isByDate = query.orderBy === 'Date'
  return {
    ...tenant,
    all,
    filters: filters.filtersOf(all, isByDate ? wanted : { ...wanted, creationDate }),
    range: isByDate ? timeRange(query.from, query.to) : undefined,
    direction: 'backwards',
  }
}

/** For a customer found by another way than a list. */
export const matchesQuery = (row: CustomerRow, query: CustomerQuery) =>
  matchesAll(filters.filtersOf('', wantedOf(query)))({ facets: filters.facetsOf(row) })

export const customerDefinition: ListedEntity<CustomerRow> = {
  name: 'customer',
  entity: CustomerRow,
  keyOf: row => keyOf(row, row.id),
  listEntriesOf,
  rowsIn: (shard, options) => CustomerRow.query.byId(shard).go(options),
  fixedLists: Object.values(orders).flatMap(({ list }) => [
    list,
    ...statuses.flatMap(status => filters.listsFor(list, { status })),
  ]),
}
