/** How soon callers feel that a key or an account was switched. */

import { authorizerCacheSeconds } from '../constants.ts'

export const feltWithin = `Callers feel it within ${authorizerCacheSeconds} seconds: the gateway remembers a key's answer that long.`
