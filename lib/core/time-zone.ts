/** Converts timestamps to the local times of a time zone, and local times to instants. */

/** The time zone of stores that have set no time zone, and of rows that store no time zone. */
export const defaultTimeZone = 'UTC'

/** Returns undefined for the default time zone, which orders and subscriptions do not store. */
export const timeZoneToStore = (timeZone: string) => (timeZone === defaultTimeZone ? undefined : timeZone)

/** Formats are cached, because creating a format takes long. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the cached format of a time zone. Throws if the runtime does not know the time zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    })
  formats.set(timeZone, format)
  return format
}

/**
 * Returns whether the text is a name. Offsets such as `+02:00`, which `Intl` also accepts as time zones, are not names.
 */
const isName = (text: string) => /^[a-z]/i.test(text)

/** Returns the name of a time zone in its usual spelling; null if there is no such time zone. */
export function canonicalTimeZone(name: string): string | null {
  if (!isName(name)) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Converts an ISO timestamp to a local time such as `2026-11-01T09:30:00.000`. */
export function localTime(timestamp: string, timeZone = defaultTimeZone): string {
  if (timeZone === defaultTimeZone) return timestamp.replace('Z', '')
  const parts = formatOf(timeZone).formatToParts(new Date(timestamp))
  const {
    year = '',
    month,
    day,
    hour,
    minute,
    second,
    fractionalSecond,
  } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}.${fractionalSecond}`
}

const dayMilliseconds = 24 * 3600 * 1000

/**
 * Returns the first instant at a local time such as `2026-11-01` or `2026-11-01T09:00`. If the clock skips the local
 * time, uses the offset from before the skip.
 */
export function instantOf(local: string, timeZone: string): Date {
  const utc = Date.parse(local.includes('T') ? `${local}Z` : local)
  const offsets = [-dayMilliseconds, dayMilliseconds].map(distance => offsetAt(utc + distance, timeZone))
  const instants = offsets.map(offset => new Date(utc - offset))
  const isReached = (instant: Date) => localTime(instant.toISOString(), timeZone) >= local
  const [first = new Date(utc)] = instants.filter(isReached).toSorted((one, other) => Number(one) - Number(other))
  return first
}

/**
 * Returns the last instant at a local time with seconds, such as `2026-11-01T09:00:00`. If the clock is set back, it
 * shows some local times twice.
 */
export function lastInstantOf(local: string, timeZone: string): Date {
  const first = instantOf(local, timeZone)
  const last = new Date(Date.parse(`${local}Z`) - offsetAt(first.getTime() + dayMilliseconds, timeZone))
  const [firstTime, lastTime] = [first, last].map(instant => localTime(instant.toISOString(), timeZone))
  return firstTime === lastTime ? last : first
}

/** Returns by how many milliseconds the local time is ahead of UTC. */
const offsetAt = (instant: number, timeZone: string) =>
  Date.parse(`${localTime(new Date(instant).toISOString(), timeZone)}Z`) - instant
