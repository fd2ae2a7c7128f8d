/** The current time: the only file that reads the clock. */

export const now = () => new Date()

/** ISO 8601 in UTC with milliseconds, as every date is stored and returned. */
export const timestamp = () => now().toISOString()

/** Seconds since 1970, as DynamoDB's time to live expects them. */
export const epochSeconds = () => Math.floor(now().getTime() / 1000)
