/** Creates the measured requests for the two lists of subscriptions, with every filter, and measures the count. */

import type { Tenant } from '../../lib/core/tenant.ts'
import * as subscriptions from '../../lib/subscriptions/index.ts'
import { CountQuery } from '../../lib/subscriptions/schemas.ts'
import { year } from './catalogue.ts'
import { checkLimit, type Measurement } from './measurements.ts'
import { measure } from './meter.ts'
import { descendingBy, type Query } from './model.ts'
import { type Request, requestsForPages } from './page-requests.ts'
import type { ModelSubscription } from './subscriptions.ts'

type Module = 'subscriptions' | 'dashboard'

const ended = ['Canceled', 'Stopped', 'Finished']
const statesOf: Record<string, (state: string) => boolean> = {
  open: state => !ended.includes(state),
  active: state => ['Active', 'CancellationRequested'].includes(state),
  paused: state => state === 'Paused',
  canceled: state => ended.includes(state),
  all: () => true,
}

const matchers: Record<string, (one: ModelSubscription, wanted: string) => boolean> = {
  status: ({ state }, wanted) => statesOf[wanted]?.(state) ?? false,
  customerId: (one, wanted) => one.customerId === wanted,
  lastAttemptedInvoiceState: (one, wanted) => one.invoiceState === wanted,
  userDefinedPlanName: ({ plan }, wanted) => plan.includes(wanted),
  userDefinedCustomerNameOrEmail: ({ subscriber }, wanted) => subscriber.includes(wanted),
  from: ({ time }, wanted) => time >= wanted,
  to: ({ time }, wanted) => time <= wanted,
}

const matching = (models: readonly ModelSubscription[], query: Query) =>
  models.filter(one => Object.entries(query).every(([name, wanted]) => matchers[name]?.(one, String(wanted))))

const isListed = (name: string) => ['status', 'customerId', 'lastAttemptedInvoiceState'].includes(name)

/**
 * Returns the requests for a query. For a query without a status, the dashboard filters by the subscriptions that have
 * not ended.
 */
function requestsOf(all: readonly ModelSubscription[], module: Module, query: Query): Request[] {
  const models = module === 'dashboard' ? all : all.filter(({ engine }) => engine === 'V1')
  const status = module === 'dashboard' ? 'open' : 'all'
  const { from, to, ...filters }: Query = { status, ...query }
  const names = Object.entries(filters).filter(filter => filter.join() !== 'status,all')
  const lengths = names
    .filter(([name]) => isListed(name))
    .map(([name, wanted]) => matching(models, { [name]: wanted }).length)
  const expected = matching(models, { ...filters, ...(from && { from }), ...(to && { to }) })
  return requestsForPages({
    module,
    query,
    expected: expected.toSorted(descendingBy(({ time }) => time)).map(({ id }) => id),
    isFiltered: names.length > 1 || names.some(([name]) => !isListed(name)),
    listLength: Math.min(models.length, ...lengths),
  })
}

const month = { from: '2025-11-10T00:00:00.000Z', to: '2025-12-09T23:59:59.999Z' }

export function subscriptionRequests(models: readonly ModelSubscription[]): Request[] {
  const { customerId } = models[0]!
  const { from, to } = year
  const ranges: Query[] = [year, month, { from }, { to }]
  const texts: Query[] = [{ userDefinedPlanName: 'box-7' }, { userDefinedCustomerNameOrEmail: 'cleo fam' }]
  const statuses = ['active', 'paused', 'canceled', 'all'].map(status => ({ status }))
  const invoiceStates = ['Paid', 'Declined', 'Unpaid', 'Pending', 'Void'].map(lastAttemptedInvoiceState => ({
    lastAttemptedInvoiceState,
  }))
  const legacy: Query[] = [
    {},
    ...statuses,
    ...ranges,
    ...texts,
    { status: 'active', ...year },
    { status: 'paused', userDefinedPlanName: 'number 3', ...month },
  ]
  const dashboard: Query[] = [
    {},
    ...statuses,
    ...ranges,
    ...texts,
    { status: 'canceled', ...year },
    { customerId },
    { customerId, status: 'all' },
    ...invoiceStates,
    ...invoiceStates.map(query => ({ ...query, status: 'all' })),
    { status: 'active', lastAttemptedInvoiceState: 'Declined', userDefinedPlanName: 'box', ...year },
  ]
  return [
    ...legacy.flatMap(query => requestsOf(models, 'subscriptions', query)),
    ...dashboard.flatMap(query => requestsOf(models, 'dashboard', query)),
  ]
}

const v3States = ['Active', 'Paused', 'CancellationRequested', 'Stopped', 'Finished']

/** Measures counts of subscriptions. A count reads one tally for each state, all at the same time. */
export async function measureCounts(
  { account, mode }: Tenant,
  models: readonly ModelSubscription[],
): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const states of [...v3States.map(state => [state]), v3States]) {
    const query = CountQuery.parse({ states, mode })
    const { result, cost } = await measure(() => subscriptions.count({ account, mode }, query))
    const expected = models.filter(({ engine, state }) => engine === 'V3' && states.includes(state)).length
    const limit = { units: 0.5 * states.length, sequentialCalls: 1 }
    const failures = result === expected ? [] : [`count ${result}, expected ${expected}`]
    measurements.push({
      name: `subscriptions.count, ${states.join()}`,
      cost,
      limit,
      length: 1,
      maxRatio: 1,
      costWithoutTallies: undefined,
      failures: [...failures, ...checkLimit(cost, limit)],
    })
  }
  return measurements
}
