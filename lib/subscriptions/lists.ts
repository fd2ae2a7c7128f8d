/** Defines which lists contain a subscription, and by which fields subscriptions can be filtered. */

import { guid } from '../core/fields.ts'
import type { Tenant } from '../core/tenant.ts'
import { localTime } from '../core/time-zone.ts'
import { dailyEntry } from '../lists/daily-lists.ts'
import { timeRange } from '../lists/entries.ts'
import { equalTo, type FilterKind, includesId, searchable } from '../lists/filter-kinds.ts'
import { FilterTable } from '../lists/filter-table.ts'
import { encodeListValues } from '../lists/list-name-values.ts'
import type { ListQuery } from '../lists/list-query.ts'
import { timePosition } from '../lists/position.ts'
import { type EntryRow, filterList, type ListEntry } from '../store/list-entry.ts'
import { hasContent, type SubscriptionRow, type SubscriptionRowWithContent } from './entity.ts'
import { invoiceStates } from './invoice-rules.ts'
import { endedOn, isFinal, type State, stateOf, states } from './rules.ts'
import type { DashboardQuery, SubscriptionQuery } from './schemas.ts'

/** The name of the list of all V1 and V3 subscriptions. */
const fullList = 'subscriptions'
const v1List = `${fullList}/V1`
export const customerList = (customerId: string) => filterList(fullList, 'customerId', customerId)
/** Returns the name of the list of a customer's subscriptions that have not ended. */
export const openCustomerList = (customerId: string) => filterList(`${fullList}/open`, 'customer', customerId)
export const v3StateList = (state: State) => filterList(`${fullList}/V3`, 'state', state)

/**
 * A daily list of this kind counts the subscriptions that were created, or those that ended, on each day of a month.
 */
export const dailySubscriptionsKind = 'subscriptions'
/** The keys of the daily lists of created subscriptions and of ended subscriptions. */
export const createdListKey = 'created'
export const endedListKey = 'ended'

/**
 * The names of revenue lists begin with this prefix, followed by a currency, an interval and its count. A revenue list
 * contains the active subscriptions with these values. The measure of an entry is the amount of one payment.
 */
export const revenueListPrefix = `${fullList}/revenue/`

/** The statuses by which lists are filtered. `open` means not ended, and is the default of the dashboard's list. */
const statuses = ['open', 'active', 'paused', 'canceled'] as const
type Status = (typeof statuses)[number]

function statusOf(row: SubscriptionRowWithContent): Status {
  const state = stateOf(row)
  if (isFinal(state)) return 'canceled'
  return state === 'Paused' ? 'paused' : 'active'
}

const statusFilter: FilterKind<SubscriptionRowWithContent, Status> = {
  facetOf: statusOf,
  matches: (facet, wanted) => (wanted === 'open' ? facet !== 'canceled' : facet === wanted),
  lists: {
    valuesOf: row => (isFinal(stateOf(row)) ? ['canceled'] : ['open', statusOf(row)]),
    wantedValue: wanted => wanted,
  },
}

type Wanted = Omit<DashboardQuery, 'offset' | 'limit' | 'from' | 'to' | 'status'> & { status?: Status }

const filters = new FilterTable<SubscriptionRowWithContent, Wanted>(
  {
    status: statusFilter,
    customerId: includesId(({ customerId }) => (customerId ? [customerId] : [])),
    lastAttemptedInvoiceState: equalTo(({ totals }) => totals?.lastState),
    userDefinedPlanName: searchable(({ latest }) => {
      const { name, userDefinedId } = latest.content.value
      return [name, userDefinedId]
    }),
    userDefinedCustomerNameOrEmail: searchable(({ latest }) => {
      const { email, billingName } = latest.content.value
      return [email, billingName]
    }),
  },
  fullList,
)

/** Returns the name of the list of the V1 and V3 subscriptions with this status. */
export const statusList = (status: Status): string => filterList(fullList, 'status', status)

export const [declinedList = ''] = filters.listsFor(fullList, { lastAttemptedInvoiceState: 'Declined' })

export function listEntriesOf(row: SubscriptionRow): ListEntry[] {
  if (!hasContent(row)) return []
  const position = timePosition(row.creationDate, row.id)
  const facets = filters.facetsOf(row)
  const state = stateOf(row)
  const { customerId } = row
  const ofEngine =
    row.engine === 'V1' ? [v1List, ...filters.listsFor(v1List, { status: statusOf(row) })] : [v3StateList(state)]
  const entries = [
    fullList,
    ...filters.listsOf(fullList, row),
    ...ofEngine,
    ...(customerId && !isFinal(state) ? [openCustomerList(customerId)] : []),
  ].map(list => ({ list, position, facets }))
  return [...entries, ...searchEntriesOf(row, position), ...reportEntriesOf(row, position)]
}

/** Returns the search entries. Their facets are the facets of the filters, followed by the engine. */
const searchEntriesOf = (row: SubscriptionRowWithContent, position: string): ListEntry[] =>
  filters.searchEntriesOf(row, { position, facets: [...filters.facetsOf(row), row.engine] })

const isEntryOfV1 = ({ facets = [] }: EntryRow) => facets.at(-1) === 'V1'

/** Returns the entries on the daily lists and, for an active subscription, on a revenue list. */
function reportEntriesOf(row: SubscriptionRowWithContent, position: string): ListEntry[] {
  const { id, creationDate, timeZone } = row
  const ended = endedOn(row)
  const dailyEntryOf = (key: string, date: string) =>
    dailyEntry({ kind: dailySubscriptionsKind, key: [key], at: localTime(date, timeZone), id, measures: [1n] })
  return [
    dailyEntryOf(createdListKey, creationDate),
    ...(ended ? [dailyEntryOf(endedListKey, ended)] : []),
    ...(statusOf(row) === 'active' ? [{ list: revenueListOf(row), position, measures: [paymentOf(row)] }] : []),
  ]
}

function revenueListOf({ latest }: SubscriptionRowWithContent): string {
  const { interval, intervalCount } = latest.schedule.value
  return revenueListPrefix + encodeListValues([latest.content.value.currency, interval, String(intervalCount)])
}

/** Returns the amount of each payment in minor units. */
const paymentOf = ({ latest }: SubscriptionRowWithContent): bigint =>
  BigInt(latest.amount?.value ?? 0) * BigInt(latest.quantity?.value ?? 1)

const newestFirst = (tenant: Tenant, { from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  ...tenant,
  range: timeRange(from, to),
  direction: 'backwards' as const,
})

export const listQueryOf = (tenant: Tenant, { offset, limit, ...query }: SubscriptionQuery): ListQuery => ({
  ...newestFirst(tenant, query),
  fullList: v1List,
  filters: filters.filtersOf(v1List, query),
  searchEntries: { hasFacets: true, isListed: isEntryOfV1 },
})

/** The nil GUID, which no customer has. It replaces a customer id that is not a GUID. */
const noCustomer = '00000000-0000-0000-0000-000000000000'
const customerIdIn = (text: string) => (guid.safeParse(text).success ? text : noCustomer)

/** Returns the query. Without a `status`, the query finds the subscriptions that have not ended. */
export const dashboardListQueryOf = (
  tenant: Tenant,
  { offset, limit, status, customerId, ...query }: DashboardQuery,
): ListQuery => ({
  ...newestFirst(tenant, query),
  fullList,
  filters: filters.filtersOf(fullList, {
    ...query,
    ...(customerId !== undefined && { customerId: customerIdIn(customerId) }),
    ...(status !== 'all' && { status: status ?? 'open' }),
  }),
  searchEntries: { hasFacets: true },
})

export const fixedLists: readonly string[] = [
  fullList,
  v1List,
  ...filters.searchLists,
  ...statuses.flatMap(status => [fullList, v1List].flatMap(list => filters.listsFor(list, { status }))),
  ...invoiceStates.flatMap(state => filters.listsFor(fullList, { lastAttemptedInvoiceState: state })),
  ...states.map(v3StateList),
]
