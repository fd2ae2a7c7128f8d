/** The time of day, asked for here only, so that a test can hold it still. */

export const now = () => new Date()

/** ISO 8601 UTC with milliseconds: the form in which every date is stored and answered. */
export const timestamp = () => now().toISOString()

/** Seconds since 1970: what DynamoDB's expiry counts in. */
export const epochSeconds = () => Math.floor(now().getTime() / 1000)
