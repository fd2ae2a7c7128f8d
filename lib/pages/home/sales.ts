/** Requests the reports of sales, and compares a period with the one before. */

import type { SalesFigures, SalesGroup, SalesReport } from '../../client/index.ts'
import { localTime } from '../../core/time-zone.ts'
import type { SessionValue } from '../session/api.ts'
import type { Period } from './search.ts'

export interface Figures {
  orders: number
  gross: number
  refunds: number
}

export interface Comparison {
  now: Figures
  before: Figures
}

/** An hour or a day, and the one at the same place of the period before. */
export interface Point {
  start: string
  startBefore: string
  /** Null if the interval has not begun yet. */
  now: Figures | null
  before: Figures
}

/** A chart or a table shows the sales of these points. */
export interface SalesProps {
  period: Period
  currency: string
  points: readonly Point[]
}

type Interval = SalesGroup['intervals'][number]

const daysOf: Record<Period, number> = { today: 1, week: 7, month: 30 }

const nowIn = (timeZone: string) => localTime(new Date().toISOString(), timeZone)

/** One report by day has the last 30 days and the 30 before, which is enough for all periods. */
export const salesByDay = ({ api }: SessionValue) => ({
  queryKey: ['reports', 'sales', 'day'],
  queryFn: () => api.reports.sales(),
})

export const salesByHour = ({ api, account }: SessionValue) => ({
  queryKey: ['reports', 'sales', 'hour'],
  queryFn: () => {
    const today = nowIn(account.timeZone).slice(0, 10)
    return api.reports.sales({ from: today, to: today, interval: 'hour' })
  },
})

const figuresOf = ({ orders, gross, refunds }: SalesFigures): Figures => ({ orders, gross, refunds: refunds ?? 0 })

const sumOf = (intervals: readonly Interval[]): Figures =>
  intervals
    .map(figuresOf)
    .reduce(
      (sum, { orders, gross, refunds }) => ({
        orders: sum.orders + orders,
        gross: sum.gross + gross,
        refunds: sum.refunds + refunds,
      }),
      { orders: 0, gross: 0, refunds: 0 },
    )

/** Returns the last days of a report by day, and as many days before them. */
function lastDays({ intervals, previousIntervals }: SalesGroup, period: Period): [Interval[], Interval[]] {
  const all = [...previousIntervals, ...intervals]
  const count = daysOf[period]
  return [all.slice(-count), all.slice(-2 * count, -count)]
}

/** The currency of the store comes first, whatever it sold, so that the order is the same in all reports. */
export const groupsOf = ({ groups }: SalesReport, own: string) =>
  groups.toSorted(
    (one, other) =>
      Number(isSame(other.currency, own)) - Number(isSame(one.currency, own)) ||
      one.currency.localeCompare(other.currency),
  )

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export function compare(group: SalesGroup, period: Period): Comparison {
  const [now, before] = lastDays(group, period)
  return { now: sumOf(now), before: sumOf(before) }
}

export const isZero = ({ now, before }: Comparison) =>
  [now, before].every(({ orders, gross, refunds }) => orders === 0 && gross === 0 && refunds === 0)

/** Returns by what rate a figure has changed; null if there was nothing before. */
export const rateOf = (now: number, before: number) => (before > 0 ? now / before - 1 : null)

/** Returns the hours of today, or the days of a longer period. A day on which the clock changes has 23 or 25 hours. */
export function pointsOf({ interval, timeZone }: SalesReport, group: SalesGroup, period: Period): Point[] {
  const isHourly = interval === 'hour'
  const [intervals, previous] = isHourly ? [group.intervals, group.previousIntervals] : lastDays(group, period)
  const present = nowIn(timeZone)
  return intervals.flatMap((current, index) => {
    const before = previous[index]
    if (!before) return []
    const now = current.start <= present ? figuresOf(current) : null
    return [{ start: current.start, startBefore: before.start, now, before: figuresOf(before) }]
  })
}
