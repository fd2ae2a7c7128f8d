/** The names of intervals in the V3 engine and in summaries. */

import type { Interval } from './schedule.ts'

export const frequencies = ['yearly', 'monthly', 'weekly', 'daily'] as const
type Frequency = (typeof frequencies)[number]

export const frequencyOf: Record<Interval, Frequency> = {
  Year: 'yearly',
  Month: 'monthly',
  Week: 'weekly',
  Day: 'daily',
}
export const intervalOf: Record<Frequency, Interval> = {
  yearly: 'Year',
  monthly: 'Month',
  weekly: 'Week',
  daily: 'Day',
}
