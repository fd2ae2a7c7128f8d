/** Reads, changes and counts V1 and V3 subscriptions, with their billing dates and invoices. */

import type { ConditionalRequest } from '../core/etag.ts'
import { guid } from '../core/fields.ts'
import type { OrderToken, SubscriptionId } from '../core/ids.ts'
import { fromMinorUnits } from '../core/money.ts'
import { type Slice, toPage } from '../core/paging.ts'
import { Problem, validationProblem } from '../core/problem.ts'
import { projectWithDefaults } from '../core/project-with-defaults.ts'
import type { Tenant } from '../core/tenant.ts'
import { presentValidRows } from '../lists/load-entities.ts'
import { readTally } from '../lists/tally.ts'
import { cancelV1, type PauseOrResume, pauseOrResume, requestCancellationV3 } from './change.ts'
import { dashboardListQueryOf, declinedList, listQueryOf, v3StateList } from './lists.ts'
import { load, loadInvoices, loadPage, readStoredInvoices, sliceOfInvoices } from './load.ts'
import {
  present,
  presentDashboardDetails,
  presentDashboardInvoice,
  presentDashboardSubscription,
  presentInvoice,
} from './presenter.ts'
import type { Engine } from './rules.ts'
import {
  type CountQuery,
  type DashboardInvoice,
  type DashboardInvoicesQuery,
  DashboardPage,
  type DashboardQuery,
  DashboardSubscription,
  type DashboardSubscriptionDetails,
  type InvoicesQuery,
  Subscription,
  type SubscriptionInvoice,
  SubscriptionPage,
  type SubscriptionQuery,
  type VersionQuery,
} from './schemas.ts'

export { addInvoice, syncInvoicesOfOrder, syncInvoicesOfSubscription, upsertSubscription } from './apply.ts'
export { changeSaga } from './change.ts'
export { endDueSubscriptions } from './end-due.ts'
export { ImportedSubscription, importSubscription } from './import.ts'
export {
  createdListKey,
  customerList,
  dailySubscriptionsKind,
  endedListKey,
  openCustomerList,
  revenueListPrefix,
  statusList,
} from './lists.ts'
export { isFinal } from './rules.ts'
export { subscriptionDefinition } from './stored-object.ts'
export { InvoiceCreated, SubscriptionReported } from './v1-checkout-events.ts'
export {
  PaymentFailed,
  PaymentSucceeded,
  StateReported,
  SubscriptionCreated,
  type SubscriptionReport,
} from './v3-checkout-events.ts'

export async function list(tenant: Tenant, query: SubscriptionQuery): Promise<SubscriptionPage> {
  const { rows, total } = await loadPage(listQueryOf(tenant, query), query)
  const items = presentValidRows(rows, { schema: Subscription, present })
  return projectWithDefaults(SubscriptionPage, { ...query, ...toPage(query, total, items) })
}

export async function get(tenant: Tenant, id: SubscriptionId): Promise<Subscription> {
  return present(await load(tenant, id, { engine: 'V1' }))
}

export async function invoices(
  tenant: Tenant,
  id: SubscriptionId,
  { offset }: InvoicesQuery,
): Promise<Slice<SubscriptionInvoice>> {
  const row = await load(tenant, id, { engine: 'V1' })
  return sliceOfInvoices(await loadInvoices(row), offset, invoice => presentInvoice(invoice, id))
}

export async function findInvoiceAmount(tenant: Tenant, id: SubscriptionId, order: OrderToken) {
  const invoice = (await readStoredInvoices(tenant, id)).get(order)?.latest.content?.value
  return invoice && fromMinorUnits(invoice.amount, invoice.currency)
}

export const cancel = async (tenant: Tenant, request: ConditionalRequest<SubscriptionId>): Promise<Subscription> =>
  present(await cancelV1(tenant, request))

export const pause = async (tenant: Tenant, request: PauseOrResume): Promise<Subscription> =>
  present(await pauseOrResume(tenant, 'pause', request))

export const resume = async (tenant: Tenant, request: PauseOrResume): Promise<Subscription> =>
  present(await pauseOrResume(tenant, 'resume', request))

export { update } from './change.ts'

/** Counts V3 subscriptions in these states. The query determines the mode, and the API key determines the account. */
export async function count({ account }: Tenant, { states, mode }: CountQuery): Promise<number> {
  const lists = [...new Set(states)].map(state => ({ account, mode, list: v3StateList(state) }))
  const tallies = await Promise.all(lists.map(list => readTally(list, '')))
  return tallies.reduce((sum, { count }) => sum + count, 0)
}

export async function dashboardList(tenant: Tenant, query: DashboardQuery): Promise<DashboardPage> {
  const [{ rows, total }, declined] = await Promise.all([
    loadPage(dashboardListQueryOf(tenant, query), query),
    readTally({ ...tenant, list: declinedList }, ''),
  ])
  const items = presentValidRows(rows, { schema: DashboardSubscription, present: presentDashboardSubscription })
  const page = { ...toPage(query, total, items), totalDeclinedCount: declined.count, sort: [] }
  return projectWithDefaults(DashboardPage, { ...query, ...page })
}

export async function dashboardGet(
  tenant: Tenant,
  id: string,
  { version }: VersionQuery,
): Promise<DashboardSubscriptionDetails> {
  return presentDashboardDetails(await load(tenant, idIn(id, version), { engine: version }))
}

export async function dashboardCancel(
  tenant: Tenant,
  { id: sentId, ifMatch }: ConditionalRequest,
  { version }: VersionQuery,
): Promise<DashboardSubscriptionDetails> {
  const id = idIn(sentId, version)
  return presentDashboardDetails(await (version === 'V1' ? cancelV1 : requestCancellationV3)(tenant, { id, ifMatch }))
}

/** Throws `not_found` for a V3 subscription without invoices, which only an import can create. */
export async function dashboardInvoices(
  tenant: Tenant,
  sentId: string,
  { version, offset }: DashboardInvoicesQuery,
): Promise<Slice<DashboardInvoice>> {
  const id = idIn(sentId, version)
  const found = await loadInvoices(await load(tenant, id, { engine: version }))
  if (version === 'V3' && found.length === 0) throw new Problem('not_found')
  return sliceOfInvoices(found, offset, invoice => presentDashboardInvoice(invoice, id))
}

/** Returns the id. If it is not a GUID, throws a validation error for V1, and `not_found` for V3. */
function idIn(sent: string, version: Engine): SubscriptionId {
  const { data } = guid.brand<'SubscriptionId'>().safeParse(sent)
  if (data) return data
  throw version === 'V1' ? validationProblem({ id: ['must be a GUID'] }) : new Problem('not_found')
}
