/** Determines the days of a report and of the preceding period, and divides them into intervals of local time. */

import { timestamp } from '../core/clock.ts'
import { validationProblem } from '../core/problem.ts'
import { localTime } from '../core/time-zone.ts'
import type { IntervalName, PeriodQuery } from './schemas.ts'

/** A range of days such as `2026-11-01`, in local time. The first and the last day are included. */
export interface Days {
  from: string
  to: string
}

export interface PeriodWithPrevious extends Days {
  previousFrom: string
  previousTo: string
}

const dayMilliseconds = 24 * 3600 * 1000
const dayLength = '2026-11-01'.length
const defaultDays = 30

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMilliseconds).toISOString().slice(0, dayLength)

const daysIn = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMilliseconds + 1

/** A period has at most this many days, about 1,095 years, so the preceding period never begins before the year 0. */
const maxDays = 400_000

/** Returns the period of a query and the preceding one. Throws if the period is too long, or ends before it begins. */
export function periodWithPrevious(query: PeriodQuery, timeZone: string): PeriodWithPrevious {
  const today = localTime(timestamp(), timeZone).slice(0, dayLength)
  const to = query.to ?? today
  const from = query.from ?? addDays(to, 1 - defaultDays)
  if (from > to) throw validationProblem({ from: [`must not be after ${to}, the last day`] })
  requireFewDays({ from, to }, maxDays, 'a report')
  const previousTo = addDays(from, -1)
  return { from, to, previousFrom: addDays(from, -daysIn({ from, to })), previousTo }
}

const maxIntervals = 400
const maxHourlyDays = 7

/** Throws a problem if the period has too many intervals. */
export function requireFewIntervals(days: Days, interval: IntervalName): void {
  const isTooLong =
    interval === 'hour' ? daysIn(days) > maxHourlyDays : startsOfIntervals(days, interval).length > maxIntervals
  if (!isTooLong) return
  const limit = interval === 'hour' ? `${maxHourlyDays} days with the interval hour` : `${maxIntervals} intervals`
  throw validationProblem({ interval: [`must be longer, or the period shorter: a period has at most ${limit}`] })
}

export function requireFewDays(days: Days, max: number, reason: string): void {
  if (daysIn(days) > max) throw validationProblem({ from: [`must be later: ${reason} has at most ${max} days`] })
}

/**
 * Returns the start of each interval: a day, or an hour such as `2026-11-01T09:00`. Stops as soon as there are more
 * than `maxIntervals` days, weeks or months.
 */
export function startsOfIntervals({ from, to }: Days, interval: IntervalName): string[] {
  const starts: string[] = []
  for (let day = from; day <= to && starts.length <= maxIntervals; day = nextStart(day, interval)) starts.push(day)
  return interval === 'hour' ? starts.flatMap(hoursOf) : starts
}

function nextStart(day: string, interval: IntervalName): string {
  if (interval === 'month') return firstOfMonth(addDays(firstOfMonth(day), 31))
  return addDays(day, interval === 'week' ? daysToMonday(day) : 1)
}

const firstOfMonth = (day: string) => `${day.slice(0, '2026-11'.length)}-01`

/** Returns the number of days until the next Monday. */
const daysToMonday = (day: string) => 7 - ((new Date(day).getUTCDay() + 6) % 7)

const hoursOf = (day: string) => Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`)
