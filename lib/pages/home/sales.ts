/** The API requests for sales reports, and the comparison of a period with the previous one. */

import type { SalesFigures, SalesGroup, SalesReport } from '../../client/index.ts'
import { localTime } from '../../core/time-zone.ts'
import type { SessionValue } from '../session/client.ts'
import type { Period } from './periods.ts'
import { reloadOptions } from './reload.ts'

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
  /** The figures of the hour or day; null if it had not begun when the report was loaded. */
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

/**
 * Requests figures for each of the last 30 days, which is the default, and each of the 30 days before those. The periods
 * `today` and `week` are within these days, so they need no daily reports of their own.
 */
export const dailySalesQuery = ({ api }: SessionValue, today: string) => ({
  queryKey: ['reports', 'sales', 'day', today],
  queryFn: () => api.reports.sales({ to: today }),
  ...reloadOptions,
})

export const hourlySalesQuery = ({ api }: SessionValue, today: string) => ({
  queryKey: ['reports', 'sales', 'hour', today],
  queryFn: () => api.reports.sales({ from: today, to: today, interval: 'hour' }),
  ...reloadOptions,
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

/** A report, and the time at which it was loaded, in milliseconds since 1970. */
export interface LoadedReport {
  report: SalesReport
  loadedAt: number
}

/**
 * Returns the hours of today, or the days of a longer period. A report divides every day into the 24 hours of the
 * clock, so each hour of today is compared with the same hour of yesterday.
 */
export function chartPoints({ report, loadedAt }: LoadedReport, group: SalesGroup, period: Period): Point[] {
  const { interval, timeZone } = report
  const isHourly = interval === 'hour'
  const [intervals, previous] = isHourly ? [group.intervals, group.previousIntervals] : lastDays(group, period)
  const loaded = localTime(new Date(loadedAt).toISOString(), timeZone)
  return intervals.flatMap((current, index) => {
    const before = previous[index]
    if (!before) return []
    const now = current.start <= loaded ? figuresOf(current) : null
    return [{ start: current.start, startBefore: before.start, now, before: figuresOf(before) }]
  })
}
