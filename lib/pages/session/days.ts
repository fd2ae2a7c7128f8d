/** Converts a day, as a person picks it, to the times at which it begins and ends in the time zone of the store. */

import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)
dayjs.extend(timezone)

export const startOfDay = (day: string, timeZone: string) => dayjs.tz(day, timeZone).startOf('day').toDate()

export const endOfDay = (day: string, timeZone: string) => dayjs.tz(day, timeZone).endOf('day').toDate()
