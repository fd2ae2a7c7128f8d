/** Defines the lists that contain open carts, and the filters of these lists. */

import { epochSeconds } from '../core/clock.ts'
import { emailHash } from '../core/email.ts'
import { normalizeForComparison } from '../core/fields.ts'
import { productIdOf } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { localTime } from '../core/time-zone.ts'
import { dailyEntry } from '../lists/daily-lists.ts'
import { atLeast, equalTo, includesId } from '../lists/filter-kinds.ts'
import { FilterTable } from '../lists/filter-table.ts'
import type { Filter } from '../lists/list-query.ts'
import { timePosition } from '../lists/position.ts'
import { filterList, type ListEntry } from '../store/list-entry.ts'
import { decimalTotalOf, totalMinorUnitsOf } from './amounts.ts'
import type { CartRow } from './entity.ts'
import { firstLane, laneOf, listInLane, openCartsList, otherLanesPrefix } from './lanes.ts'
import type { CartQuery } from './schemas.ts'

export const openCartsOfDiscountList = (discountId: string) => filterList(openCartsList, 'discount', discountId)

/**
 * The kind of the daily lists that contain the values of open carts, for the report of carts. Each currency has
 * separate lists in each lane. The position of an entry is the creation time of its cart, so that a changed cart
 * overwrites its entry.
 */
export const openCartsKind = 'open-carts'

/** An erased cart has no content and is not open. */
export const isOpen = ({ latest: { content } }: CartRow) =>
  content !== undefined && normalizeForComparison(content.value.status || 'InProgress') === 'inprogress'

/** DynamoDB may delete an expired item only after some days, so the expiry must be checked. */
export const isNotExpired = ({ expiresAt = 0 }: { expiresAt?: number | undefined }) => expiresAt > epochSeconds()

const productIdsOf = (row: CartRow) => [
  ...new Set((row.latest.content?.value.items ?? []).map(({ id }) => productIdOf(row, id))),
]

type FilterValues = Pick<CartQuery, 'email' | 'productId' | 'campaignId' | 'minimalValue'>

/**
 * If a query has several filters, the list of the first filter that has a list is read. Reading the shortest list would
 * be faster, but the lengths of these lists are not known, because their entries are not counted.
 */
const filters = new FilterTable<CartRow, FilterValues>({
  /** An outdated entry may remain after the erasure of its cart, so entries contain only a hash of the address. */
  email: equalTo(({ latest }) => latest.email && emailHash(latest.email.value)),
  productId: includesId(productIdsOf),
  campaignId: equalTo(({ latest }) => latest.content?.value.campaignId),
  minimalValue: atLeast(({ latest: { content } }) => (content && decimalTotalOf(content.value)) ?? 0),
})

/** The lists that `GET /carts/abandoned` reads, in all lanes. A prefix ends with `=`. */
export const abandonedCartsLists: readonly string[] = [
  openCartsList,
  otherLanesPrefix,
  ...filters.listPrefixes(openCartsList),
]

/** Returns the cart's position on all lists that are sorted by last change. */
export const positionOf = ({ modifiedAt, token }: CartRow) => timePosition(modifiedAt, token)

/**
 * Returns the list entries of an open cart. For each discount of the cart, there is an entry on the list of open carts
 * with this discount.
 */
export function listEntriesOf(row: CartRow): ListEntry[] {
  if (!isOpen(row)) return []
  const position = positionOf(row)
  const facets = filters.facetsOf(row)
  const lane = laneOf(row)
  const lists = [openCartsList, ...filters.listsOf(openCartsList, row)].map(list => listInLane(list, lane))
  const entries = [...lists.map(list => ({ list, facets, position })), ...discountEntries(row), ...valueEntries(row)]
  return entries.map(entry => ({ ...entry, expiresAt: row.expiresAt }))
}

/** These lists are only counted, so rows of version 2 are sorted by creation, and keep their position when changed. */
function discountEntries(row: CartRow): ListEntry[] {
  const { creationDate, token, discountIds = [], rowVersion = 1 } = row
  const position = rowVersion < 2 ? positionOf(row) : timePosition(creationDate, token)
  return discountIds.map(id => ({ list: openCartsOfDiscountList(id), position }))
}

function valueEntries(row: CartRow): ListEntry[] {
  const { latest, creationDate, token } = row
  if (!latest.content) return []
  const { value } = latest.content
  const measures = [BigInt(totalMinorUnitsOf(value) ?? 0)]
  const lane = laneOf(row)
  const key = [value.amountCurrency.toLowerCase(), ...(lane === firstLane ? [] : [String(lane)])]
  return [dailyEntry({ kind: openCartsKind, key, at: localTime(creationDate), id: token, measures })]
}

export function filtersOf(tenant: Tenant, query: CartQuery): Filter[] {
  const { email, campaignId, minimalValue } = query
  const wantedId = query.productId?.trim()
  return filters.filtersOf(openCartsList, {
    email: email?.trim() ? emailHash(email) : undefined,
    productId: wantedId ? productIdOf(tenant, wantedId) : undefined,
    campaignId: campaignId?.trim() || undefined,
    minimalValue,
  })
}
