/**
 * Computes billing dates in UTC. Each date is computed from the first date, so that a short month does not shift later
 * dates.
 */

export const intervals = ['Year', 'Month', 'Week', 'Day'] as const
export type Interval = (typeof intervals)[number]

/** The names of intervals in events of V3 subscriptions, and in `GET /dashboard/subscriptions`. */
export const frequencies = ['yearly', 'monthly', 'weekly', 'daily'] as const
export const frequencyOf = { Year: 'yearly', Month: 'monthly', Week: 'weekly', Day: 'daily' } as const
export const intervalOf = { yearly: 'Year', monthly: 'Month', weekly: 'Week', daily: 'Day' } as const

export interface Schedule {
  interval: Interval
  intervalCount: number
  trialPeriodInDays: number | null
  /** The start of the schedule, or null if it is the creation date. */
  startsOn: string | null
}

/** The first billing date, and the interval between two billing dates. */
export interface BillingCycle extends Pick<Schedule, 'interval' | 'intervalCount'> {
  start: Date
}

const dayInMilliseconds = 24 * 3600 * 1000
const monthsIn = { Year: 12, Month: 1 }
const daysIn = { Week: 7, Day: 1 }

export function billingCycleOf(schedule: Schedule, creationDate: string): BillingCycle {
  const { interval, intervalCount, trialPeriodInDays, startsOn } = schedule
  const start = addDays(new Date(startsOn ?? creationDate), trialPeriodInDays ?? 0)
  return { start, interval, intervalCount }
}

/** Returns the billing date with this number. The first billing date has the number 0. */
export function billingDate({ start, interval, intervalCount }: BillingCycle, number: number): Date {
  const intervals = number * intervalCount
  return interval === 'Year' || interval === 'Month'
    ? addMonths(start, intervals * monthsIn[interval])
    : addDays(start, intervals * daysIn[interval])
}

/** Returns the day of `date` with the time of day of `other`, in UTC. */
export const withTimeOfDay = (date: Date, other: Date) =>
  new Date(startOfDay(date) + other.getTime() - startOfDay(other))

const startOfDay = (date: Date) => new Date(date).setUTCHours(0, 0, 0, 0)

const addDays = (date: Date, days: number) => new Date(date.getTime() + days * dayInMilliseconds)

/** Returns the same day of a later month. If the month is too short, returns its last day. */
function addMonths(date: Date, months: number): Date {
  const lastDay = new Date(date)
  lastDay.setUTCMonth(date.getUTCMonth() + months + 1, 0)
  const added = new Date(date)
  const day = Math.min(date.getUTCDate(), lastDay.getUTCDate())
  added.setUTCMonth(date.getUTCMonth() + months, day)
  return added
}

export function billingDatesAfter(cycle: BillingCycle, time: Date, count: number): Date[] {
  const first = numberAfter(cycle, time)
  return Array.from({ length: count }, (_, n) => billingDate(cycle, first + n)).filter(isPresentable)
}

/**
 * Returns the number of the first billing date after `time`. Begins with an estimate, which may be too low but is never
 * too high. Then increases the number until its billing date is after `time`.
 */
function numberAfter(cycle: BillingCycle, time: Date): number {
  const { start, interval, intervalCount } = cycle
  const days = (time.getTime() - start.getTime()) / dayInMilliseconds
  let number = Math.max(0, Math.floor(days / (maxDaysIn[interval] * intervalCount)))
  while (billingDate(cycle, number) <= time) number++
  return number
}

const maxDaysIn: Record<Interval, number> = { Year: 366, Month: 31, Week: 7, Day: 1 }

const lastDate = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns whether the year has at most four digits. For later dates, `toISOString` uses another format. */
const isPresentable = (date: Date) => date.getTime() <= lastDate
