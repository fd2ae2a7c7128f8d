/** How soon callers feel that a key or an account was switched. */

/** API Gateway remembers the authorizer's answer to a key for this long. */
const cacheSeconds = 60

export const feltWithin = `Callers feel it within ${cacheSeconds} seconds: the gateway remembers a key's answer that long.`
