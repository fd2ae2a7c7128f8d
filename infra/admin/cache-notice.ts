/** Tells how soon a change of a key or an account takes effect for callers. */

import { authorizerCacheSeconds } from '../constants.ts'

export const cacheNotice = `This takes effect within ${authorizerCacheSeconds} seconds: the gateway caches keys that long.`
