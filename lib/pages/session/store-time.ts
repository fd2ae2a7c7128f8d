/** Converts times of the API to local times of the store and back, in the notation of Mantine's date inputs. */

import { instantOf, lastInstantOf, localTime } from '../../core/time-zone.ts'

const dayMilliseconds = 24 * 3600 * 1000

/** Returns the present day of the store, such as `2026-11-01`. */
export const todayIn = (timeZone: string): string => localTime(new Date().toISOString(), timeZone).slice(0, 10)

export const startOfDay = (day: string, timeZone: string): Date => instantOf(day, timeZone)

function endOfDay(day: string, timeZone: string): Date {
  const nextDay = new Date(Date.parse(day) + dayMilliseconds).toISOString().slice(0, day.length)
  return new Date(instantOf(nextDay, timeZone).getTime() - 1)
}

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the time range from the start of the day `from` to the end of the day `to`. */
export const timeRangeOf = ({ from, to }: Days, timeZone: string) => ({
  ...(from && { from: startOfDay(from, timeZone) }),
  ...(to && { to: endOfDay(to, timeZone) }),
})

/** Returns the local time of the store, such as `2026-11-01 23:59:59`. */
export const toStoreTime = (iso: string, timeZone: string): string =>
  localTime(iso, timeZone).slice(0, '2026-11-01T23:59:59'.length).replace('T', ' ')

/**
 * Returns the time for the API at which something ends. A time with second 59 gets 999 milliseconds, so that 23:59:59 is
 * the end of the day. If the clock is set back and shows the time twice, this is the second time.
 */
export function fromStoreTime(local: string, timeZone: string): string {
  const milliseconds = local.endsWith(':59') ? '.999' : ''
  return lastInstantOf(local.replace(' ', 'T') + milliseconds, timeZone).toISOString()
}
