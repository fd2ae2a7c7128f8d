/** Converts between times and what the clocks of the store show, as date pickers write it. */

import { instantOf, localTime } from '../../core/time-zone.ts'

const dayMilliseconds = 24 * 3600 * 1000

export const startOfDay = (day: string, timeZone: string): Date => instantOf(day, timeZone)

function endOfDay(day: string, timeZone: string): Date {
  const nextDay = new Date(Date.parse(day) + dayMilliseconds).toISOString().slice(0, day.length)
  return new Date(instantOf(nextDay, timeZone).getTime() - 1)
}

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the times of the API from the beginning of the first day to the end of the last one. */
export const timesOf = ({ from, to }: Days, timeZone: string) => ({
  ...(from && { from: startOfDay(from, timeZone) }),
  ...(to && { to: endOfDay(to, timeZone) }),
})

/** Returns a text such as `2026-11-01 23:59:59`. */
export const toStoreTime = (iso: string, timeZone: string): string =>
  localTime(iso, timeZone).slice(0, '2026-11-01T23:59:59'.length).replace('T', ' ')

/** The last second of a minute means the end of the minute, so that the end of a day is the same as in the API. */
export function fromStoreTime(local: string, timeZone: string): string {
  const milliseconds = local.endsWith(':59') ? '.999' : ''
  return instantOf(local.replace(' ', 'T') + milliseconds, timeZone).toISOString()
}
