import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BillingCycle,
  billingCycleOf,
  billingDate,
  billingDatesAfter,
  type Interval,
  intervals,
} from '../../lib/subscriptions/schedule.ts'

const cycle = (start: string, interval: Interval, intervalCount = 1): BillingCycle => ({
  start: new Date(start),
  interval,
  intervalCount,
})
const datesOf = (one: BillingCycle, count: number) =>
  Array.from({ length: count }, (_, n) => billingDate(one, n).toISOString().slice(0, 10))

describe('billing dates', () => {
  test.each<[string, BillingCycle, string[]]>([
    [
      'monthly from the last of January',
      cycle('2027-01-31', 'Month'),
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ],
    ['monthly in a leap year', cycle('2028-01-31', 'Month'), ['2028-01-31', '2028-02-29', '2028-03-31']],
    [
      'yearly from a leap day',
      cycle('2028-02-29', 'Year'),
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    ['every 13 months', cycle('2027-11-30', 'Month', 13), ['2027-11-30', '2028-12-30', '2030-01-30']],
    ['every 2 weeks', cycle('2026-12-25', 'Week', 2), ['2026-12-25', '2027-01-08', '2027-01-22']],
    ['every 10 days', cycle('2027-02-20', 'Day', 10), ['2027-02-20', '2027-03-02', '2027-03-12']],
    ['over a century without a leap day', cycle('2096-02-29', 'Year', 4), ['2096-02-29', '2100-02-28']],
  ])('%s', (_, one, expected) => expect(datesOf(one, expected.length)).toEqual(expected))

  test('keep the time of day in UTC, also where clocks change', () => {
    const dates = billingDatesAfter(cycle('2027-03-27T01:30:00Z', 'Day'), new Date('2027-03-27T02:00Z'), 2)
    expect(dates.map(date => date.toISOString())).toEqual(['2027-03-28T01:30:00.000Z', '2027-03-29T01:30:00.000Z'])
  })

  test('begin after the trial, on the start date or else on the creation date', () => {
    const schedule = { interval: 'Month', intervalCount: 1, trialPeriodInDays: null, startsOn: null } as const
    const startOf = (change: object) =>
      billingCycleOf({ ...schedule, ...change }, '2027-01-20T08:00:00.000Z').start.toISOString()
    expect(startOf({})).toBe('2027-01-20T08:00:00.000Z')
    expect(startOf({ trialPeriodInDays: 14 })).toBe('2027-02-03T08:00:00.000Z')
    expect(startOf({ startsOn: '2027-02-28T00:00:00.000Z', trialPeriodInDays: 1 })).toBe('2027-03-01T00:00:00.000Z')
  })

  test('end where a year has more than four digits', () => {
    const one = cycle('9998-06-01', 'Year')
    expect(billingDatesAfter(one, new Date('9998-12-31'), 3)).toEqual([new Date('9999-06-01')])
    expect(billingDatesAfter(one, new Date('9999-12-31'), 3)).toEqual([])
  })

  test('begin in the first years of the calendar', () => {
    expect(datesOf(cycle('0001-01-31', 'Month'), 2)).toEqual(['0001-01-31', '0001-02-28'])
  })
})

const anyCycle = fc.record({
  start: fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
  interval: fc.constantFrom(...intervals),
  intervalCount: fc.integer({ min: 1, max: 60 }),
})
const anyNumber = fc.integer({ min: 0, max: 100 })

const lastDayOfMonth = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()

/** The length of each interval: in months for years and months, and in days for weeks and days. */
const lengthOf = { Year: 12, Month: 1, Week: 7, Day: 1 }
function periodsBetween(interval: Interval, from: Date, to: Date): number {
  const isByMonth = interval === 'Year' || interval === 'Month'
  const passed = isByMonth ? monthOf(to) - monthOf(from) : (to.getTime() - from.getTime()) / 86_400_000
  return passed / lengthOf[interval]
}

describe('of any cycle', () => {
  test('there is one billing date in each period', () => {
    fc.assert(
      fc.property(anyCycle, anyNumber, (one, number) => {
        const date = billingDate(one, number)
        expect(periodsBetween(one.interval, one.start, date)).toBe(number * one.intervalCount)
      }),
    )
  })

  test('dates counted in months and years keep the day, or else take the last day of the month', () => {
    const byMonth = anyCycle.filter(({ interval }) => interval === 'Year' || interval === 'Month')
    fc.assert(
      fc.property(byMonth, anyNumber, (one, number) => {
        const date = billingDate(one, number)
        expect(date.getUTCDate()).toBe(Math.min(one.start.getUTCDate(), lastDayOfMonth(date)))
        expect(date.toISOString().slice(10)).toBe(one.start.toISOString().slice(10))
      }),
    )
  })

  test('the dates after a time are the next ones, never the time itself and never one before the first', () => {
    fc.assert(
      fc.property(anyCycle, anyNumber, (one, number) => {
        const date = billingDate(one, number)
        const justBefore = new Date(date.getTime() - 1)
        const next = [number, number + 1, number + 2].map(n => billingDate(one, n))
        expect(billingDatesAfter(one, justBefore, 3)).toEqual(next)
        expect(billingDatesAfter(one, date, 2)).toEqual(next.slice(1))
        expect(billingDatesAfter(one, new Date(0), 1)).toEqual([one.start])
      }),
    )
  })
})
