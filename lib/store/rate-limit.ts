/**
 * Rate limits per account: a burst at once, and then a number of requests per minute. One time is stored, up to which
 * the limit is used; each request moves it forward in one conditional update, so that no two requests use the same slot.
 */

import { Entity } from 'electrodb'
import { now } from '../core/clock.ts'
import type { AccountId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import { accountAttribute } from './attributes.ts'
import { tableConfig } from './client.ts'
import { Conflict, conditionalWrite, retryOnConflict } from './conflict.ts'
import { key } from './key.ts'

export const RateLimitRow = new Entity(
  {
    model: { entity: 'rate-limit', version: '1', service: 'store' },
    attributes: {
      account: accountAttribute,
      name: { type: 'string', required: true },
      /** In milliseconds since 1970. */
      usedUntil: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byName: key({ pk: ['account', '#rate-limit', 'name'], sk: ['#rate-limit'] }),
    },
  },
  tableConfig,
)

export interface RateLimit {
  name: string
  /** How many requests are allowed at once after a long enough pause. */
  burst: number
  perMinute: number
}

const minute = 60_000

/** Uses one request of the limit; throws `too_many_requests` with a Retry-After header if there is none left. */
export async function consumeRateLimit(account: AccountId, limit: RateLimit): Promise<void> {
  await retryOnConflict(() => consumeOne({ account, name: limit.name }, limit))
}

async function consumeOne(key: Key, limit: RateLimit): Promise<void> {
  const at = now().getTime()
  if ((await startBurst(key, limit, at)) || (await extendUse(key, limit, at))) return
  const { data } = await RateLimitRow.get(key).go({ consistent: true })
  const wait = (data?.usedUntil ?? at) - latestUse(limit, at)
  /** There is one left, so the updates failed because of a concurrent request. */
  if (wait <= 0) throw new Conflict([true])
  throw limitExceeded(limit, Math.ceil(wait / 1000))
}

type Key = Pick<RateLimit, 'name'> & { account: AccountId }

/** The milliseconds that one request uses. */
const slotOf = ({ perMinute }: RateLimit) => minute / perMinute
/** The latest `usedUntil` that leaves one more request. */
const latestUse = (limit: RateLimit, at: number) => at + (limit.burst - 1) * slotOf(limit)

/** An hour later everything is unused again, so the row can be deleted. */
const expiryAt = (at: number) => Math.ceil(at / 1000) + 3600

/** Succeeds where nothing is used: there is no row, or its time is past. */
const startBurst = (key: Key, limit: RateLimit, at: number) =>
  succeeds(() =>
    RateLimitRow.update(key)
      .set({ usedUntil: at + slotOf(limit), expiresAt: expiryAt(at) })
      .where(({ usedUntil }, { notExists, lte }) => `${notExists(usedUntil)} OR ${lte(usedUntil, at)}`)
      .go(),
  )

const extendUse = (key: Key, limit: RateLimit, at: number) =>
  succeeds(() =>
    RateLimitRow.update(key)
      .add({ usedUntil: slotOf(limit) })
      .set({ expiresAt: expiryAt(at) })
      .where(
        ({ usedUntil }, { gt, lte }) => `${gt(usedUntil, at)} AND ${lte(usedUntil, latestUse(limit, at))}`,
      )
      .go(),
  )

async function succeeds(update: () => Promise<unknown>): Promise<boolean> {
  try {
    await conditionalWrite(update)
    return true
  } catch (error) {
    if (error instanceof Conflict) return false
    throw error
  }
}

function limitExceeded({ name, burst, perMinute }: RateLimit, seconds: number): Problem {
  return new Problem('too_many_requests', {
    message: `The limit is ${perMinute} requests per minute. Try again in ${seconds} seconds.`,
    headers: {
      'Retry-After': String(seconds),
      'RateLimit-Policy': `"${name}";q=${burst};w=${Math.round((burst / perMinute) * 60)}`,
      RateLimit: `"${name}";r=0;t=${seconds}`,
    },
  })
}
