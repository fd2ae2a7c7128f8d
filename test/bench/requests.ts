/** Creates the measured requests for orders and customers. */

import { year } from './catalogue.ts'
import {
  filtersOf,
  type ModelCustomer,
  type ModelOrder,
  matchingCustomers,
  matchingOrders,
  type Query,
} from './model.ts'
import { type Request, requestsForPages } from './page-requests.ts'

interface Model {
  orders: ModelOrder[]
  customers: ModelCustomer[]
}

export const requestsFor = ({ orders, customers }: Model): Request[] => [
  ...orderRequests(orders),
  ...customerRequests(customers),
]

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

const month = { from: '2025-11-10T00:00:00.000Z', to: '2025-12-09T23:59:59.999Z' }

function orderRequests(orders: readonly ModelOrder[]): Request[] {
  const common = (name: string) => mostFrequent(orders.map(({ fields }) => fields[name] ?? ''))
  const productId = mostFrequent(orders.flatMap(({ products }) => products))
  const middle = orders[Math.floor(orders.length / 2)]!
  const names = Object.keys(middle.fields).filter(name => !['hasPendingWithdrawal', 'invoiceNumber'].includes(name))
  const singleFilters: Query[] = [
    ...names.map(name => ({ [name]: common(name) })),
    { hasPendingWithdrawal: true },
    { hasPendingWithdrawal: false },
    { invoiceNumber: middle.fields.invoiceNumber! },
    { productId },
  ]
  const combinedFilters: Query[] = [
    { placedBy: 'cle' },
    { placedBy: 'vano' },
    { placedBy: 'leo iva' },
    { placedBy: 'nobody' },
    { placedBy: 'ivanov', ...month },
    { status: 'Shipped', shippingAddressCountry: common('shippingAddressCountry') },
    { productId, status: 'Delivered', ...year },
    { billingAddressCity: common('billingAddressCity'), isRecurringOrder: false, placedBy: 'a' },
  ]
  const { from, to } = year
  const ranges: Query[] = [year, month, { from }, { to }, { status: 'Delivered', ...year }, { productId, ...month }]
  return [{}, ...singleFilters, ...ranges, ...combinedFilters].flatMap(query => {
    const expected = matchingOrders(orders, query).map(({ id }) => id)
    return requestsForPages({ module: 'orders', query, expected, ...listToFilter(orders, query) })
  })
}

/**
 * Returns the length of the list that the API reads for a query, and whether the API must filter this list. A single
 * exact filter has its own list. For several filters, the API filters the shortest of their lists. If `placedBy` is the
 * only filter, the API searches, and `listLength` is the number of matches.
 */
function listToFilter(orders: readonly ModelOrder[], query: Query) {
  const filters = filtersOf(query)
  const isFiltered = filters.length > 1 || 'placedBy' in query
  const lengths = filters
    .filter(([name]) => name !== 'placedBy')
    .map(filter => matchingOrders(orders, Object.fromEntries([filter])).length)
  const isSearch = filters.length === 1 && 'placedBy' in query
  const { placedBy = '' } = query
  const listLength = isSearch ? matchingOrders(orders, { placedBy }).length : Math.min(orders.length, ...lengths)
  return { isFiltered, isSearch, listLength }
}

function customerRequests(customers: readonly ModelCustomer[]): Request[] {
  const middle = customers[Math.floor(customers.length / 2)]!
  const listQueries: Query[] = [
    ...['NbrOrders', 'OrdersValue', 'Date'].flatMap((orderBy): Query[] => [
      { orderBy },
      { orderBy, status: 'Unconfirmed' },
    ]),
    { orderBy: 'Date', ...year },
    { orderBy: 'NbrOrders', email: middle.email },
  ]
  const filteredQueries: Query[] = [
    { orderBy: 'NbrOrders', name: 'cle' },
    { orderBy: 'Date', name: 'vanov', status: 'Unconfirmed' },
    { orderBy: 'NbrOrders', ...year },
  ]
  return [...listQueries, ...filteredQueries].flatMap(query => {
    const expected = matchingCustomers(customers, query).map(({ id }) => id)
    const isFiltered = filteredQueries.includes(query)
    const isSearch = 'name' in query
    const { name = '' } = query
    const listLength = isSearch ? matchingCustomers(customers, { name }).length : customers.length
    return requestsForPages({ module: 'customers', query, expected, isFiltered, isSearch, listLength })
  })
}
