/** Reports how many subscriptions began and ended, how many there are now, and their monthly recurring revenue. */

import * as accounts from '../accounts/index.ts'
import { fromMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { decodeListValues } from '../lists/list-name-values.ts'
import { readCountedLists, readTally } from '../lists/tally.ts'
import { type Sum, sumOf } from '../lists/tally-parts.ts'
import * as all from '../subscriptions/index.ts'
import { highestFirst } from './highest-first.ts'
import { intervalsOf, type KeyedSums, presentSums, readSumsByKey } from './intervals.ts'
import { monthlyRevenue, type RecurringPayments } from './recurring-revenue.ts'
import type { IntervalQuery, SubscriptionsReport } from './schemas.ts'

export async function subscriptions(tenant: Tenant, query: IntervalQuery): Promise<SubscriptionsReport> {
  const { interval } = query
  const { timeZone } = await accounts.get(tenant.account)
  const { period, intervals } = intervalsOf(query, timeZone)
  const [active, paused, monthlyRecurringRevenue, daily] = await Promise.all([
    readCount(tenant, 'active'),
    readCount(tenant, 'paused'),
    readRevenue(tenant),
    readSumsByKey(tenant, all.dailySubscriptionsKind, intervals),
  ])
  const [created, ended] = [countsOf(daily, all.createdListKey), countsOf(daily, all.endedListKey)]
  const sums = intervals.previousStarts
    .concat(intervals.starts)
    .map((_, n): Sum => ({ count: 0, measures: [created[n] ?? 0n, ended[n] ?? 0n] }))
  return {
    ...period,
    timeZone,
    interval,
    active,
    paused,
    monthlyRecurringRevenue,
    ...presentSums(sums, intervals, presentCounts),
  }
}

async function readCount({ account, mode }: Tenant, status: 'active' | 'paused'): Promise<number> {
  const { count } = await readTally({ account, mode, list: all.statusList(status) }, '')
  return count
}

/** Returns the number of subscriptions in each interval, from the list with the key `wanted` (created or ended). */
const countsOf = (daily: readonly KeyedSums[], wanted: string): bigint[] =>
  (daily.find(({ key: [key] }) => key === wanted)?.sums ?? []).map(({ count }) => BigInt(count))

const presentCounts = ({ measures: [created = 0n, ended = 0n] }: Sum) => ({
  new: Number(created),
  ended: Number(ended),
})

async function readRevenue(tenant: Tenant): Promise<SubscriptionsReport['monthlyRecurringRevenue']> {
  const tallies = await readCountedLists(tenant, all.revenueListPrefix)
  const payments = tallies.map(({ list, parts }): RecurringPayments => {
    const [currency = '', interval = '', count] = decodeListValues(list.slice(all.revenueListPrefix.length))
    const {
      measures: [amount = 0n],
    } = sumOf(Object.values(parts))
    return { currency, interval, intervalCount: Number(count), amount }
  })
  const amounts = [...monthlyRevenue(payments)].map(([currency, units]) => ({
    currency,
    amount: fromMinorUnits(units, currency),
  }))
  return highestFirst(
    amounts,
    ({ amount }) => amount,
    ({ currency }) => currency,
  )
}
