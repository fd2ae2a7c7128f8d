/** How soon callers feel that a key or an account was switched. */

import { rememberedSeconds } from '../agreements.ts'

export const feltWithin = `Callers feel it within ${rememberedSeconds} seconds: the gateway remembers a key's answer that long.`
