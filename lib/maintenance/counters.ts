/** The totals of lists that are saved on the objects that show them, so that lists can be sorted by them. */

import * as carts from '../carts/index.ts'
import * as discounts from '../discounts/index.ts'
import { readTally, type Tally } from '../lists/tally.ts'
import * as orders from '../orders/index.ts'
import type { ListedRow } from '../store/stored-object.ts'
import * as subscriptions from '../subscriptions/index.ts'

interface Counter {
  /** The name of the object, and its field that has the total. */
  object: string
  field: string
  listOf: (objectId: string) => string
  totalOf: (tally: Tally) => number | bigint
}

const count = (tally: Tally) => tally.count
const sum = (measure: number) => (tally: Tally) => tally.measures[measure] ?? 0n

const counters: readonly Counter[] = [
  { object: 'customer', field: 'ordersCount', listOf: orders.customerList, totalOf: count },
  { object: 'customer', field: 'ordersAmount', listOf: orders.customerList, totalOf: sum(0) },
  { object: 'customer', field: 'subscriptionsCount', listOf: subscriptions.openCustomerList, totalOf: count },
  { object: 'product', field: 'unitsSold', listOf: orders.salesList, totalOf: sum(0) },
  { object: 'product', field: 'salesAmount', listOf: orders.salesList, totalOf: sum(1) },
  { object: 'discount', field: 'numberOfUsages', listOf: discounts.usagesList, totalOf: count },
  { object: 'discount', field: 'numberOfUsagesUncompleted', listOf: carts.openUsagesList, totalOf: count },
]

const prefixOf = ({ listOf }: Counter) => listOf('')

/** The names of counted lists begin with one of them, and end with the id of the object. */
export const countedListPrefixes: readonly string[] = [...new Set(counters.map(prefixOf))]

/** The object on which the totals of a list are saved. */
export function countedObjectOf(list: string): { object: string; id: string } | null {
  const counter = counters.find(counter => list.startsWith(prefixOf(counter)))
  return counter ? { object: counter.object, id: list.slice(prefixOf(counter).length) } : null
}

const countersOf = (object: string) => counters.filter(counter => counter.object === object)

type CountedRow = ListedRow & { id: string } & Record<string, unknown>

/** The lists whose totals are saved on the row, except where they are zero. */
export function countedListsOf(object: string, row: ListedRow): string[] {
  const { id, ...totals } = row as CountedRow
  const isCounted = ({ field }: Counter) => Number(totals[field]) !== 0
  return [
    ...new Set(
      countersOf(object)
        .filter(isCounted)
        .map(({ listOf }) => listOf(id)),
    ),
  ]
}

/** The counters of an object as they should be, by field. */
export async function readCounters(object: string, row: ListedRow, consistent = true) {
  const { account, mode, id } = row as CountedRow
  const tallies = new Map<string, Promise<Tally>>()
  const tallyOf = (list: string) => {
    const tally = tallies.get(list) ?? readTally({ account, mode, list }, '', consistent)
    tallies.set(list, tally)
    return tally
  }
  const totals = countersOf(object).map(
    async ({ field, listOf, totalOf }) => [field, totalOf(await tallyOf(listOf(id)))] as const,
  )
  return Object.fromEntries(await Promise.all(totals))
}
