/** Divides the period of a report and the preceding period into intervals, and reads one sum for each interval. */

import { mapConcurrent } from '../core/map-concurrent.ts'
import type { Tenant } from '../core/tenant.ts'
import { readDailyTallies } from '../lists/daily-lists.ts'
import { readIntervalSums } from '../lists/interval-sums.ts'
import { localTimeBucket } from '../lists/position.ts'
import { add, type Sum, sumOf, zero } from '../lists/tally-parts.ts'
import {
  addDays,
  type PeriodWithPrevious,
  periodWithPrevious,
  requireFewIntervals,
  startsOfIntervals,
} from './period.ts'
import type { IntervalQuery } from './schemas.ts'

export interface Intervals extends PeriodWithPrevious {
  starts: string[]
  previousStarts: string[]
}

/**
 * Divides the period of a query and the preceding period into intervals. Throws a problem if the period ends before it
 * begins, is too long or has too many intervals.
 */
export function intervalsOf(
  query: IntervalQuery,
  timeZone: string,
): { period: PeriodWithPrevious; intervals: Intervals } {
  const { interval } = query
  const period = periodWithPrevious(query, timeZone)
  requireFewIntervals(period, interval)
  const previousStarts = startsOfIntervals({ from: period.previousFrom, to: period.previousTo }, interval)
  return { period, intervals: { ...period, starts: startsOfIntervals(period, interval), previousStarts } }
}

/** Returns the local times at which the intervals of both periods begin or end. */
export const boundsOfIntervals = ({ previousStarts, starts, to }: Intervals): string[] => [
  ...previousStarts,
  ...starts,
  addDays(to, 1),
]

/**
 * Returns the bucket of a day such as `2026-11-01`, or of an hour such as `2026-11-01T09:00`. The minutes of an hour
 * are always zero, so they are left out.
 */
const bucketOf = (local: string) => localTimeBucket(local.slice(0, '2026-11-01T09'.length))

export interface KeyedSums {
  /** The values that all added entries share, such as the currency. */
  key: string[]
  /** One sum for each interval. The intervals of the preceding period come first. */
  sums: Sum[]
}

/** The number of lists that are read at the same time. */
const maxConcurrent = 10

/**
 * Reads the daily lists of one kind, such as the sales by currency. For each key that has entries, returns one sum for
 * each interval.
 */
export async function readSumsByKey(
  { account, mode }: Tenant,
  kind: string,
  intervals: Intervals,
): Promise<KeyedSums[]> {
  const { previousFrom, to } = intervals
  const bounds = boundsOfIntervals(intervals).map(bucketOf)
  const tallies = await readDailyTallies({ account, mode }, kind, { from: previousFrom, to })
  const months = await mapConcurrent(tallies, maxConcurrent, async ({ key, list, parts }) => ({
    key,
    sums: await readIntervalSums({ list: { account, mode, list }, parts, bounds }),
  }))
  const byKey = Map.groupBy(months, ({ key }) => JSON.stringify(key))
  const added = [...byKey.values()].map(same => same.reduce(addMonth))
  return added.filter(({ sums }) => sums.some(({ count }) => count > 0))
}

const addMonth = ({ key, sums }: KeyedSums, month: KeyedSums): KeyedSums => ({
  key,
  sums: sums.map((sum, n) => add(sum, month.sums[n] ?? zero)),
})

interface IntervalFigures<Figures> {
  total: Figures
  previousTotal: Figures
  intervals: ({ start: string } & Figures)[]
  previousIntervals: ({ start: string } & Figures)[]
}

export function presentSums<Figures extends object>(
  sums: readonly Sum[],
  { starts, previousStarts }: Intervals,
  present: (sum: Sum) => Figures,
): IntervalFigures<Figures> {
  const sumAt = (n: number) => sums[n] ?? zero
  const previous = previousStarts.map((start, n) => ({ start, sum: sumAt(n) }))
  const current = starts.map((start, n) => ({ start, sum: sumAt(previousStarts.length + n) }))
  const totalOf = (all: typeof current) => present(sumOf(all.map(({ sum }) => sum)))
  const presentAll = (all: typeof current) => all.map(({ start, sum }) => ({ start, ...present(sum) }))
  return {
    total: totalOf(current),
    previousTotal: totalOf(previous),
    intervals: presentAll(current),
    previousIntervals: presentAll(previous),
  }
}
