/** Converts between moments and the time on the clocks of the store, as date pickers write it. */

import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)
dayjs.extend(timezone)

const format = 'YYYY-MM-DD HH:mm:ss'

export const toStoreTime = (iso: string, timeZone: string): string => dayjs(iso).tz(timeZone).format(format)

/** The last second of a minute means the end of the minute, so that the end of a day is the same as in the API. */
export function fromStoreTime(local: string, timeZone: string): string {
  const moment = dayjs.tz(local, timeZone)
  return (moment.second() === 59 ? moment.millisecond(999) : moment).toISOString()
}
