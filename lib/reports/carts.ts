/** Reports the value of open carts, and the orders that completed abandoned carts. */

import * as accounts from '../accounts/index.ts'
import * as all from '../carts/index.ts'
import { fromMinorUnits } from '../core/money.ts'
import type { Tenant } from '../core/tenant.ts'
import { readDailyTallies } from '../lists/daily-lists.ts'
import { type Sum, sumOf } from '../lists/tally-parts.ts'
import * as orders from '../orders/index.ts'
import { highestFirst } from './highest-first.ts'
import { intervalsOf, presentSums, readSumsByKey } from './intervals.ts'
import type { CartsReport, IntervalQuery } from './schemas.ts'

export async function carts(tenant: Tenant, query: IntervalQuery): Promise<CartsReport> {
  const { interval } = query
  const { currency: code, timeZone } = await accounts.get(tenant.account)
  const { period, intervals } = intervalsOf(query, timeZone)
  const [open, recovered] = await Promise.all([
    readOpen(tenant),
    readSumsByKey(tenant, orders.recoveredCartsKind, intervals),
  ])
  const groupOf = (currency: string, sums: readonly Sum[]) => ({
    currency,
    ...presentSums(sums, intervals, sum => presentRecovered(sum, currency)),
  })
  const groups = recovered.map(({ key: [currency = ''], sums }) => groupOf(currency, sums))
  const sorted = highestFirst(groups, ({ total }) => total.recoveredValue, currencyOf)
  const none = groupOf(code.toLowerCase(), [])
  return { ...period, timeZone, interval, open, groups: sorted.length > 0 ? sorted : [none] }
}

const currencyOf = ({ currency }: { currency: string }) => currency

const presentRecovered = ({ count, measures: [value = 0n] }: Sum, currency: string) => ({
  recovered: count,
  recoveredValue: fromMinorUnits(value, currency),
})

/** These bounds include the days of all carts. */
const anyDay = { from: '0000-01-01', to: '9999-12-31' }

/** Reads the number and the value of all open carts, by currency. */
async function readOpen(tenant: Tenant): Promise<CartsReport['open']> {
  const tallies = await readDailyTallies(tenant, all.openCartsKind, anyDay)
  const byCurrency = Map.groupBy(tallies, ({ key: [currency = ''] }) => currency)
  const open = [...byCurrency].map(([currency, months]) => {
    const {
      count,
      measures: [value = 0n],
    } = sumOf(months.flatMap(({ parts }) => Object.values(parts)))
    return { currency, carts: count, value: fromMinorUnits(value, currency) }
  })
  return highestFirst(open, ({ value }) => value, currencyOf)
}
