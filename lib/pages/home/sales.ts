/** The API requests for sales reports, and the comparison of a period with the previous one. */

import type { SalesFigures, SalesGroup, SalesReport } from '../../client/index.ts'
import { localTime } from '../../core/time-zone.ts'
import type { SessionValue } from '../session/client.ts'
import type { Period } from './periods.ts'

export interface Figures {
  orders: number
  gross: number
  refunds: number
}

export interface Comparison {
  now: Figures
  before: Figures
}

/** The sales in one hour or day, and in the same hour or day of the previous period. */
export interface Point {
  start: string
  startBefore: string
  /** The figures of the hour or day; null if it has not begun yet. */
  now: Figures | null
  before: Figures
}

/** The properties of the chart and of the table of sales. */
export interface SalesProps {
  period: Period
  currency: string
  points: readonly Point[]
}

type Interval = SalesGroup['intervals'][number]

const daysOf: Record<Period, number> = { today: 1, week: 7, month: 30 }

const nowIn = (timeZone: string) => localTime(new Date().toISOString(), timeZone)

/**
 * Requests the default report, with figures for each of the last 30 days and each of the 30 days before those. The
 * periods `today` and `week` are within these days, so they need no daily reports of their own.
 */
export const dailySalesQuery = ({ api }: SessionValue) => ({
  queryKey: ['reports', 'sales', 'day'],
  queryFn: () => api.reports.sales(),
})

export const hourlySalesQuery = ({ api, account }: SessionValue) => ({
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

/** Returns the days of the period, and as many days before them. */
function lastDays({ intervals, previousIntervals }: SalesGroup, period: Period): [Interval[], Interval[]] {
  const all = [...previousIntervals, ...intervals]
  const count = daysOf[period]
  return [all.slice(-count), all.slice(-2 * count, -count)]
}

/** Sorts the currencies of a report by name, but puts `own`, the currency of the store, first. */
export const sortedGroups = ({ groups }: SalesReport, own: string) =>
  groups.toSorted(
    (one, other) =>
      Number(isSame(other.currency, own)) - Number(isSame(one.currency, own)) ||
      one.currency.localeCompare(other.currency),
  )

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export function comparePeriods(group: SalesGroup, period: Period): Comparison {
  const [now, before] = lastDays(group, period)
  return { now: sumOf(now), before: sumOf(before) }
}

export const isZero = ({ now, before }: Comparison) =>
  [now, before].every(({ orders, gross, refunds }) => orders === 0 && gross === 0 && refunds === 0)

/** Returns the relative change of a figure, such as 0.25; null if the figure was 0 before. */
export const changeRate = (now: number, before: number) => (before > 0 ? now / before - 1 : null)

/**
 * Returns the hours of today, or the days of a longer period. A report divides every day into the 24 hours of the
 * clock, so each hour of today is compared with the same hour of yesterday.
 */
export function chartPoints({ interval, timeZone }: SalesReport, group: SalesGroup, period: Period): Point[] {
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
