/** The lists that a customer is on, and what may be asked of them. */

import { emptyAddress, fullNameOf } from '../core/address.ts'
import { normalize } from '../core/normalize.ts'
import type { Tenant } from '../core/tenant.ts'
import { timeRange } from '../lists/entries.ts'
import { type Filter, type ListQuery, matchesAll } from '../lists/find.ts'
import { numberPosition, timePosition } from '../lists/position.ts'
import type { EntityDefinition } from '../store/entity-definition.ts'
import { filterList, type ListEntry } from '../store/list-entry.ts'
import { CustomerRow, keyOf } from './entity.ts'
import { type CustomerQuery, statuses } from './schemas.ts'

const orders = {
  NbrOrders: {
    list: 'customers/orders',
    position: (row: CustomerRow) => numberPosition(row.ordersCount, row.id),
  },
  OrdersValue: {
    list: 'customers/value',
    position: (row: CustomerRow) => numberPosition(row.ordersAmountUnits, row.id),
  },
  Date: { list: 'customers/created', position: (row: CustomerRow) => timePosition(row.creationDate, row.id) },
} as const

/** Of a name so much is looked through. */
const longestLooked = 1000

const [statusFacet, nameFacet, dateFacet] = [0, 1, 2]

function facetsOf({ status, latest, creationDate }: CustomerRow): string[] {
  const name = fullNameOf(latest.addresses?.value.billing ?? emptyAddress)
  return [normalize(status), normalize(name).slice(0, longestLooked), creationDate]
}

const inOrder = (list: string, ofStatuses: readonly string[]) => [
  list,
  ...ofStatuses.map(status => filterList(list, 'status', normalize(status))),
]

export const fixedLists: readonly string[] = Object.values(orders).flatMap(({ list }) =>
  inOrder(list, statuses),
)

/** In each order there is a list of all and one for each status. */
export function listEntriesOf(row: CustomerRow): ListEntry[] {
  const facets = facetsOf(row)
  return Object.values(orders).flatMap(({ list, position }) =>
    inOrder(list, [row.status]).map(name => ({
      list: name,
      position: position(row),
      facets,
    })),
  )
}

/** The question that a query filters of a store's customers. */
export function listQueryOf(tenant: Tenant, query: CustomerQuery): ListQuery {
  const { orderBy, from, to } = query
  const { list } = orders[orderBy]
  const isByDate = orderBy === 'Date'
  return {
    ...tenant,
    all: list,
    filters: [...filtersOf(query, list), ...(isByDate ? [] : askForDates(query))],
    range: isByDate ? timeRange(from, to) : undefined,
    direction: 'backwards',
  }
}

/** Whether the one customer who has an e-mail address is also what else is asked for. */
export const matchesQuery = (row: CustomerRow, query: CustomerQuery) =>
  matchesAll([...filtersOf(query, ''), ...askForDates(query)])({ facets: facetsOf(row) })

function filtersOf({ status, name }: CustomerQuery, list: string): Filter[] {
  const filters: Filter[] = []
  if (status) filters.push(askForStatus(normalize(status), list))
  if (name) filters.push({ facet: nameFacet, matches: said => said.includes(normalize(name)) })
  return filters
}

const askForStatus = (status: string, list: string): Filter => ({
  list: filterList(list, 'status', status),
  facet: statusFacet,
  matches: said => said === status,
})

/** Where the list is in another order than by date. */
const askForDates = ({ from = '', to = '~' }: CustomerQuery): Filter[] =>
  from === '' && to === '~' ? [] : [{ facet: dateFacet, matches: said => said >= from && said <= to }]

export const customerDefinition: EntityDefinition<CustomerRow> = {
  entity: CustomerRow,
  keyOf: row => keyOf(row, row.id),
  listEntriesOf,
}
