/** The measured requests, and the limits of their cost. */

import { year } from './catalogue.ts'
import {
  asked,
  type CustomerFacts,
  matchingCustomers,
  matchingOrders,
  type OrderFacts,
  type Query,
} from './model.ts'
import { nameOf } from './request-name.ts'

export interface Limit {
  units: number
  /** Calls in sequence; unlimited if undefined. */
  rounds?: number
}

export interface Request {
  name: string
  module: 'orders' | 'customers' | 'products'
  query: Query
  offset: number
  /** Ids of all matches, in order. */
  expected: string[]
  limit: Limit
  /** The maximum ratio of its cost in a larger store to a smaller one. */
  mostRatio?: number | undefined
  /** Without tallies, where the cost is known without measuring. */
  naiveUnits?: number
  /** Of the smallest list that can be tested instead, where there are several. */
  isLookedThrough: boolean
}

export const pageLength = 20
/** The maximum ratio of read units in a large store to those of the same page in a small one. */
export const steady = 1.3
const atBeginning: Limit = { units: 12, rounds: 2 }
export const anywhere: Limit = { units: 20, rounds: 8 }
export const unitsPerThousand = 30

interface Stored {
  orders: OrderFacts[]
  customers: CustomerFacts[]
}

export function requestsFor(stored: Stored): Request[] {
  return [...orderRequests(stored.orders), ...customerRequests(stored.customers)]
}

/** The most frequent value. */
function commonest(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

const month = { from: '2025-11-10T00:00:00.000Z', to: '2025-12-09T23:59:59.999Z' }

function orderRequests(orders: readonly OrderFacts[]): Request[] {
  const common = (field: string) => commonest(orders.map(({ says }) => says[field] ?? ''))
  const product = commonest(orders.flatMap(({ products }) => products))
  const city = common('billingAddressCity')
  const middle = orders[Math.floor(orders.length / 2)]!
  const fields = Object.keys(middle.says).filter(
    field => !['hasPendingWithdrawal', 'invoiceNumber'].includes(field),
  )
  const filters: Query[] = [
    ...fields.map(field => ({ [field]: common(field) })),
    { hasPendingWithdrawal: true },
    { hasPendingWithdrawal: false },
    { invoiceNumber: middle.says.invoiceNumber! },
    { productId: product },
  ]
  const combined: Query[] = [
    { placedBy: 'cle' },
    { placedBy: 'ivanov', ...month },
    { status: 'Shipped', shippingAddressCountry: common('shippingAddressCountry') },
    { productId: product, status: 'Delivered', ...year },
    { billingAddressCity: city, isRecurringOrder: false, placedBy: 'a' },
  ]
  const { from, to } = year
  const ranged: Query[] = [
    year,
    month,
    { from },
    { to },
    { status: 'Delivered', ...year },
    { productId: product, ...month },
  ]
  return [{}, ...filters, ...ranged, ...combined].flatMap(query => {
    const expected = matchingOrders(orders, query).map(({ id }) => id)
    return pagesOf({ module: 'orders', query, expected, ...costing(orders, query) })
  })
}

/** One exact filter has a list of its own; several are tested on the smallest of their lists. */
function costing(orders: readonly OrderFacts[], query: Query) {
  const exact = asked(query).filter(([field]) => field !== 'placedBy')
  const isLookedThrough = asked(query).length > 1 || 'placedBy' in query
  const sizes = exact.map(ask => matchingOrders(orders, Object.fromEntries([ask])).length)
  return { isLookedThrough, smallest: Math.min(orders.length, ...sizes) }
}

function customerRequests(customers: readonly CustomerFacts[]): Request[] {
  const queries: Query[] = ['NbrOrders', 'OrdersValue', 'Date'].flatMap((orderBy): Query[] => [
    { orderBy },
    { orderBy, status: 'Unconfirmed' },
  ])
  const middle = customers[Math.floor(customers.length / 2)]!
  const known = { orderBy: 'NbrOrders', email: middle.email }
  const dated = { orderBy: 'Date', ...year }
  const lookedThrough: Query[] = [
    { orderBy: 'NbrOrders', name: 'cle' },
    { orderBy: 'NbrOrders', ...year },
  ]
  return [...queries, dated, known, ...lookedThrough].flatMap(query => {
    const expected = matchingCustomers(customers, query).map(({ id }) => id)
    const isLookedThrough = lookedThrough.includes(query)
    return pagesOf({ module: 'customers', query, expected, isLookedThrough, smallest: customers.length })
  })
}

export type Question = Omit<Request, 'name' | 'offset' | 'limit'> & { smallest: number }

/** At the beginning, in the middle and at the end, if these differ. */
export function pagesOf({ smallest, ...question }: Question): Request[] {
  const { expected, query, isLookedThrough } = question
  const places = { beginning: 0, middle: Math.floor(expected.length / 2), end: expected.length - pageLength }
  const wanted = expected.length > 4 * pageLength && !isLookedThrough ? places : { beginning: 0 }
  const isBounded = ['from', 'to', 'excludeZeroSales'].some(field => field in query)
  return Object.entries(wanted).map(([place, offset]) => ({
    ...question,
    offset,
    mostRatio: isLookedThrough ? undefined : steady,
    name: `${nameOf(question)}, ${place}`,
    limit: limitOf({ isLookedThrough, smallest, isBounded, offset }),
  }))
}

interface Costing {
  isLookedThrough: boolean
  smallest: number
  isBounded: boolean
  offset: number
}

/** Testing entries comes on top of the cost of the page. */
function limitOf({ isLookedThrough, smallest, isBounded, offset }: Costing): Limit {
  const page = isBounded || offset > 0 ? anywhere : atBeginning
  return isLookedThrough ? { units: page.units + (unitsPerThousand * smallest) / 1000 } : page
}
