/**
 * Limits the rate of requests by a token bucket in the table. A limit allows a burst, and then a number of requests in
 * each period. Each request uses a slot of time, and a row stores when the last used slot ends. A conditional update
 * moves this end forward, so that no two requests use the same slot. A request costs one write unit, or two if earlier
 * slots have not ended yet.
 */

import { now } from '../core/clock.ts'
import { Problem } from '../core/problem.ts'
import type { AccountId } from '../core/tenant.ts'
import { accountAttribute } from './attributes.ts'
import { defineEntity } from './client.ts'
import { Conflict, retryOnConflict, tryWrite } from './conditional-write.ts'
import { key } from './key-definitions.ts'

export const RateLimitRow = defineEntity('rate-limit', {
  attributes: {
    account: accountAttribute,
    name: { type: 'string', required: true },
    /** The time when the last used slot ends, in milliseconds since 1970. */
    usedUntil: { type: 'number', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: { byName: key({ pk: ['account', '#rate-limits'], sk: ['name'] }) },
})

export interface RateLimit {
  /** The name of the limit, which is shown to callers. */
  name: string
  /** The object that is limited, such as an API key; the account by default. */
  subject?: string
  /** The number of requests that are allowed at once after a long enough pause. */
  burst: number
  requests: number
  period: keyof typeof seconds
}

const seconds = { minute: 60, second: 1 }

/** Counts one request; throws `too_many_requests` with a Retry-After header if the limit is exceeded. */
export async function consumeRateLimit(account: AccountId, limit: RateLimit): Promise<void> {
  const name = [limit.name, limit.subject].filter(Boolean).join('#')
  await retryOnConflict(() => consumeOne({ account, name }, limit))
}

async function consumeOne(key: Key, limit: RateLimit): Promise<void> {
  const at = now().getTime()
  if ((await startBurst(key, limit, at)) || (await extendUse(key, limit, at))) return
  const { data } = await RateLimitRow.get(key).go({ consistent: true })
  const wait = (data?.usedUntil ?? at) - latestUse(limit, at)
  /** If no wait is needed now, `startBurst` and `extendUse` must both have failed because of a concurrent request. */
  if (wait <= 0) throw new Conflict([true])
  throw limitExceeded(limit, Math.ceil(wait / 1000))
}

interface Key {
  account: AccountId
  name: string
}

/** Returns the length of the slot that one request uses, in milliseconds. */
const slotOf = ({ requests, period }: RateLimit) => (seconds[period] * 1000) / requests
/** Returns the latest value of `usedUntil` that still allows one more request. */
const latestUse = (limit: RateLimit, at: number) => at + (limit.burst - 1) * slotOf(limit)

/** After an hour, all used slots have ended, so DynamoDB can delete the row. */
const expiryAt = (at: number) => Math.ceil(at / 1000) + 3600

/** Uses the first slot of a new burst. Returns false if an earlier slot has not ended yet. */
const startBurst = (key: Key, limit: RateLimit, at: number) =>
  tryWrite(() =>
    RateLimitRow.update(key)
      .set({ usedUntil: at + slotOf(limit), expiresAt: expiryAt(at) })
      .where(({ usedUntil }, { notExists, lte }) => `${notExists(usedUntil)} OR ${lte(usedUntil, at)}`)
      .go(),
  )

const extendUse = (key: Key, limit: RateLimit, at: number) =>
  tryWrite(() =>
    RateLimitRow.update(key)
      .add({ usedUntil: slotOf(limit) })
      .set({ expiresAt: expiryAt(at) })
      .where(({ usedUntil }, { gt, lte }) => `${gt(usedUntil, at)} AND ${lte(usedUntil, latestUse(limit, at))}`)
      .go(),
  )

function limitExceeded(limit: RateLimit, wait: number): Problem {
  const { name, burst, requests, period } = limit
  const window = Math.round((burst * slotOf(limit)) / 1000)
  return new Problem('too_many_requests', {
    message: `The limit is ${requests} requests per ${period}. Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    headers: {
      'Retry-After': String(wait),
      'RateLimit-Policy': `"${name}";q=${burst};w=${Math.max(1, window)}`,
      RateLimit: `"${name}";r=0;t=${wait}`,
    },
  })
}
