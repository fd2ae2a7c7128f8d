/** Returns the current date and time. Of the files that run on the server, only this one reads the date. */

export const now = () => new Date()

/** Returns the current time in the format of all stored and returned dates: ISO 8601 in UTC with milliseconds. */
export const timestamp = () => now().toISOString()

/** Returns the current time in seconds since 1970, the format of DynamoDB's time to live. */
export const epochSeconds = () => Math.floor(now().getTime() / 1000)
