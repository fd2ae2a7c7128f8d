/**
 * Defines counters: fields of an object that contain the totals of a list, such as the number of a customer's orders.
 * Customers and products can be sorted by some of their counters.
 */

import * as carts from '../carts/index.ts'
import * as discounts from '../discounts/index.ts'
import { readTally, type Tally } from '../lists/tally.ts'
import * as orders from '../orders/index.ts'
import type { VersionedRow } from '../store/stored-object.ts'
import * as subscriptions from '../subscriptions/index.ts'

interface CountedList {
  /** The kind of object whose rows have the totals as fields. */
  object: string
  listOf: (objectId: string) => string
  /** Maps each field of the object to the function that computes the field from the tally of the list. */
  totals: Record<string, (tally: Tally) => number | bigint>
}

const count = (tally: Tally) => tally.count
const sum = (measure: number) => (tally: Tally) => tally.measures[measure] ?? 0n

const countedLists: readonly CountedList[] = [
  { object: 'customer', listOf: orders.customerList, totals: { ordersCount: count, ordersAmount: sum(0) } },
  { object: 'customer', listOf: subscriptions.openCustomerList, totals: { subscriptionsCount: count } },
  { object: 'product', listOf: orders.productSalesList, totals: { unitsSold: sum(0), salesAmount: sum(1) } },
  { object: 'discount', listOf: discounts.discountUsagesList, totals: { numberOfUsages: count } },
  { object: 'discount', listOf: carts.openCartsOfDiscountList, totals: { numberOfUsagesUncompleted: count } },
]

const prefixOf = ({ listOf }: CountedList) => listOf('')

/** The prefixes of the lists whose totals are saved in an object. The rest of the list's name is the object's id. */
export const countedListPrefixes: readonly string[] = countedLists.map(prefixOf)

/** Returns the object whose fields hold the totals of the list, or null if the totals are in no object. */
export function countedObjectOf(list: string): { object: string; id: string } | null {
  const counted = countedLists.find(counted => list.startsWith(prefixOf(counted)))
  return counted ? { object: counted.object, id: list.slice(prefixOf(counted).length) } : null
}

const countedListsIn = (object: string) => countedLists.filter(counted => counted.object === object)

type CountedRow = VersionedRow & { id: string } & Record<string, unknown>

/** Returns the lists whose totals are saved in the row, except those whose totals are zero. */
export function countedListsOf(object: string, row: VersionedRow): string[] {
  const { id, ...fields } = row as CountedRow
  const isCounted = ({ totals }: CountedList) => Object.keys(totals).some(field => Number(fields[field]) !== 0)
  const counted = countedListsIn(object).filter(isCounted)
  return counted.map(({ listOf }) => listOf(id))
}

/** Reads the tallies, and returns the correct values of an object's counters by field. */
export async function computeCounters(object: string, row: VersionedRow, consistent = true) {
  const { account, mode, id } = row as CountedRow
  const counters = countedListsIn(object).map(async ({ listOf, totals }) => {
    const tally = await readTally({ account, mode, list: listOf(id) }, '', consistent)
    return Object.entries(totals).map(([field, totalOf]) => [field, totalOf(tally)] as const)
  })
  return Object.fromEntries((await Promise.all(counters)).flat())
}
