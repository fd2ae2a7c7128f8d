/** Returns the current date and time. Code in `lib` that runs on the server reads the date only through this file. */

export const now = () => new Date()

/** Returns the current time as most times are stored and returned: in ISO 8601, in UTC, with milliseconds. */
export const timestamp = () => now().toISOString()

/** Returns the current time in seconds since 1970, the format of DynamoDB's time to live. */
export const epochSeconds = () => Math.floor(now().getTime() / 1000)
