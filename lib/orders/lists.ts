/** Defines the lists that contain an order, and the filters of the list of orders. */

import { fullNameOf } from '../core/address.ts'
import { normalizeForComparison } from '../core/fields.ts'
import { productIdOf } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { discountUsagesList } from '../discounts/lists.ts'
import { timeRange } from '../lists/entries.ts'
import { equalTo, includesId, rareFlag, searchable } from '../lists/filter-kinds.ts'
import { defineFacets, FilterTable } from '../lists/filter-table.ts'
import type { Filter, ListQuery } from '../lists/list-query.ts'
import { timePosition } from '../lists/position.ts'
import { type EntryRow, filterList, type ListEntry } from '../store/list-entry.ts'
import { amountIfAccountCurrency, completionDateOf, salesByProduct } from './content.ts'
import { type CompletedOrderRow, hasContent, hasListEntriesBeforeVersion3, type OrderRow } from './entity.ts'
import { capturedAmountOf } from './payment.ts'
import { awaitsCapture, currentWithdrawals } from './rules.ts'
import { allSalesLists, dailySalesEntries, productSalesEntries } from './sales-lists.ts'
import type { OrderQuery } from './schemas.ts'
import { statuses } from './statuses.ts'
import { settledRefunds } from './stored-refunds.ts'

const allOrdersList = 'orders'
export const customerList = (customerId: string) => filterList(allOrdersList, 'customer', customerId)

export const hasPendingWithdrawal = ({ withdrawals }: Pick<CompletedOrderRow, 'withdrawals'>) =>
  currentWithdrawals(withdrawals).some(({ resolution }) => resolution === 'Pending')

/** A gateway captures a payment once, so an order of which a part was captured does not await a capture any more. */
const isToCapture = (row: CompletedOrderRow) => awaitsCapture(row) && capturedAmountOf(row) === null

/**
 * Returns whether something was refunded. An order that awaits its capture does not count as refunded, because only
 * captured payments can be refunded.
 */
const hasRefunds = (row: CompletedOrderRow) =>
  !isToCapture(row) && settledRefunds(row.refunds, row.content.currency).length > 0

const productIdsOf = (row: CompletedOrderRow) =>
  [...salesByProduct(row).keys()].map(userDefinedId => productIdOf(row, userDefinedId))

const filters = new FilterTable<CompletedOrderRow, Omit<OrderQuery, 'offset' | 'limit' | 'from' | 'to'>>(
  {
    status: equalTo(({ latest }) => latest.status?.value),
    hasPendingWithdrawal: equalTo(hasPendingWithdrawal),
    invoiceNumber: equalTo(({ content }) => content.invoiceNumber),
    isRecurringOrder: equalTo(({ content }) => content.isRecurringOrder),
    billingAddressCity: equalTo(({ content }) => content.billing.city),
    billingAddressCountry: equalTo(({ content }) => content.billing.country),
    billingAddressProvince: equalTo(({ content }) => content.billing.province),
    billingAddressPostalCode: equalTo(({ content }) => content.billing.postalCode),
    shippingAddressCity: equalTo(({ content }) => content.shipping.city),
    shippingAddressCountry: equalTo(({ content }) => content.shipping.country),
    shippingAddressProvince: equalTo(({ content }) => content.shipping.province),
    shippingAddressPostalCode: equalTo(({ content }) => content.shipping.postalCode),
    productId: includesId(productIdsOf),
    placedBy: searchable(({ content }) => [fullNameOf(content.billing), content.cardHolderName]),
    awaitsCapture: rareFlag(isToCapture),
    hasRefunds: rareFlag(hasRefunds),
  },
  allOrdersList,
)

/** The erasure of an order removes the values of these filters. */
const personalFilters = [
  'billingAddressCity',
  'billingAddressPostalCode',
  'shippingAddressCity',
  'shippingAddressPostalCode',
] as const

/** A list name with one of these prefixes contains a value that an erasure removes. */
export const personalListPrefixes: readonly string[] = personalFilters.map(name => filterList(allOrdersList, name, ''))

export const uncountedLists = allSalesLists

export const fixedLists: readonly string[] = [
  allOrdersList,
  ...allSalesLists,
  ...filters.searchLists,
  ...statuses.flatMap(status => filters.listsFor(allOrdersList, { status })),
  ...filters.listsFor(allOrdersList, { awaitsCapture: true, hasRefunds: true }),
  ...[true, false].flatMap(is => filters.listsFor(allOrdersList, { hasPendingWithdrawal: is, isRecurringOrder: is })),
]

const statusOf = ({ latest }: CompletedOrderRow) => normalizeForComparison(latest.status?.value)
const inProgress = normalizeForComparison('InProgress')
const inProgressList = filterList(allOrdersList, 'status', inProgress)

/**
 * The facets (filter values) of the entries on a customer's list. The status is `InProgress` or empty, so that a change
 * between other statuses does not change the entry. Entries that an earlier release has written may have any status.
 */
const customerFacets = defineFacets('status')
const statusFacet = customerFacets.facetReader('status')
/**
 * Returns whether the order's status is `InProgress`. The entry must belong to a customer's list, because entries of
 * other lists have other facets.
 */
export const isEntryInProgress = (entry: EntryRow) => statusFacet(entry) === inProgress

/**
 * Returns the list entries of an order. If the order is set back to the status `InProgress`, it still counts as sold,
 * but `GET /orders` returns it only if the query asks for this status.
 */
export function listEntriesOf(row: OrderRow): ListEntry[] {
  if (!hasContent(row)) return []
  const position = timePosition(row.content.creationDate, row.token)
  return [
    ...queriedEntries(row, position),
    ...customerEntries(row, position),
    ...productSalesEntries(row),
    ...dailySalesEntries(row),
    ...usageEntries(row),
  ]
}

/**
 * Returns the entries that `GET /orders` finds. If filters of a query have lists, one of these is read instead of the
 * list of all orders. Entries on the list of all orders therefore need facets only for filters without a list. Rows of
 * versions 1 and 2 still have entries with all facets.
 */
function queriedEntries(row: CompletedOrderRow, position: string): ListEntry[] {
  const facets = filters.facetsOf(row)
  if (statusOf(row) === inProgress) return [{ list: inProgressList, position, facets }]
  return [
    {
      list: allOrdersList,
      position,
      facets: hasListEntriesBeforeVersion3(row) ? facets : filters.facetsWithoutList(row),
    },
    ...filters.listsOf(allOrdersList, row).map(list => ({ list, position, facets })),
    ...filters.searchEntriesOf(row, { position }),
  ]
}

function customerEntries(row: CompletedOrderRow, position: string): ListEntry[] {
  if (!row.customerId) return []
  const facets = customerFacets.toFacets({ status: statusOf(row) === inProgress ? inProgress : '' })
  const measures = [amountIfAccountCurrency(row, row.content.finalGrandTotal)]
  return [{ list: customerList(row.customerId), position, facets, measures }]
}

function usageEntries(row: CompletedOrderRow): ListEntry[] {
  const position = timePosition(completionDateOf(row.content), row.token)
  return (row.discountIds ?? []).map(id => ({ list: discountUsagesList(id), position }))
}

export function listQueryOf(tenant: Tenant, query: OrderQuery): ListQuery {
  const userDefinedId = query.productId?.trim()
  const productId = userDefinedId ? productIdOf(tenant, userDefinedId) : undefined
  return {
    ...tenant,
    fullList: allOrdersList,
    filters: filters.filtersOf(allOrdersList, { ...query, productId }).map(requireInProgressList),
    range: timeRange(query.from, query.to),
    direction: 'backwards',
    searchEntries: {},
  }
}

/**
 * Marks the filter by the status `InProgress`, so that queries always read its list. Orders with this status are on no
 * other list that `GET /orders` reads.
 */
const requireInProgressList = (filter: Filter): Filter =>
  filter.list === inProgressList ? { ...filter, isOnlyOnList: true } : filter

export const personalListsOf = (row: OrderRow): string[] =>
  listEntriesOf(row)
    .map(({ list }) => list)
    .filter(list => personalListPrefixes.some(prefix => list.startsWith(prefix)))
