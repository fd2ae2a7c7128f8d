/** The lists that a customer is on, and what may be asked of them. */

import { fullNameOf, noAddress } from '../kit/address.ts'
import { folded } from '../kit/fold.ts'
import type { Tenant } from '../kit/tenant.ts'
import { between } from '../lists/entries.ts'
import { type Ask, matching, type Question } from '../lists/find.ts'
import { atNumber, atTime } from '../lists/position.ts'
import { listOfAll, type Stand } from '../store/entry.ts'
import type { CustomerRow } from './entity.ts'
import { type CustomerQuery, statuses } from './shapes.ts'

const orders = {
  NbrOrders: { list: 'customers/orders', position: (row: CustomerRow) => atNumber(row.ordersCount, row.id) },
  OrdersValue: { list: 'customers/value', position: (row: CustomerRow) => atNumber(row.ordersCents, row.id) },
  Date: { list: 'customers/created', position: (row: CustomerRow) => atTime(row.creationDate, row.id) },
} as const

/** Of a name so much is looked through. */
const longestLooked = 1000

const [statusFacet, nameFacet, dateFacet] = [0, 1, 2]

function facetsOf({ status, facts, creationDate }: CustomerRow): string[] {
  const name = fullNameOf(facts.addresses?.value.billing ?? noAddress)
  return [folded(status), folded(name).slice(0, longestLooked), creationDate]
}

const inOrder = (list: string, ofStatuses: readonly string[]) => [
  list,
  ...ofStatuses.map(status => listOfAll(list, 'status', folded(status))),
]

export const fixedLists: readonly string[] = Object.values(orders).flatMap(({ list }) =>
  inOrder(list, statuses),
)

/** In each order there is a list of all and one for each status. */
export function standsOf(row: CustomerRow): Stand[] {
  const facets = facetsOf(row)
  return Object.values(orders).flatMap(({ list, position }) =>
    inOrder(list, [row.status]).map(name => ({
      list: name,
      position: position(row),
      facets,
    })),
  )
}

/** The question that a query asks of a store's customers. */
export function questionOf(tenant: Tenant, query: CustomerQuery): Question {
  const { orderBy, from, to } = query
  const { list } = orders[orderBy]
  const isByDate = orderBy === 'Date'
  return {
    ...tenant,
    all: list,
    asks: [...asksOf(query, list), ...(isByDate ? [] : askForDates(query))],
    range: isByDate ? between(from, to) : undefined,
    direction: 'backwards',
  }
}

/** Whether the one customer who has an e-mail address is also what else is asked for. */
export const isAskedFor = (row: CustomerRow, query: CustomerQuery) =>
  matching([...asksOf(query, ''), ...askForDates(query)])({ facets: facetsOf(row) })

function asksOf({ status, name }: CustomerQuery, list: string): Ask[] {
  const asks: Ask[] = []
  if (status) asks.push(askForStatus(folded(status), list))
  if (name) asks.push({ facet: nameFacet, matches: said => said.includes(folded(name)) })
  return asks
}

const askForStatus = (status: string, list: string): Ask => ({
  list: listOfAll(list, 'status', status),
  facet: statusFacet,
  matches: said => said === status,
})

/** Where the list is in another order than by date. */
const askForDates = ({ from = '', to = '~' }: CustomerQuery): Ask[] =>
  from === '' && to === '~' ? [] : [{ facet: dateFacet, matches: said => said >= from && said <= to }]
