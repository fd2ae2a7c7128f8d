/**
 * How often an account may do something: so many times at once, and again as time goes by. One number is kept, the
 * time up to which the allowance is used; DynamoDB moves it in one step, so that no two callers use the same piece.
 */

import { Entity } from 'electrodb'
import { now } from '../core/clock.ts'
import { Problem } from '../core/problem.ts'
import { tableConfig } from './client.ts'
import { Conflict, conditionalWrite, retryOnConflict } from './conflict.ts'
import { key } from './key.ts'

export const RateLimitRow = new Entity(
  {
    model: { entity: 'rate-limit', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
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
  /** At once, after a pause long enough. */
  burst: number
  perMinute: number
}

const minute = 60_000

/** Uses one piece, or refuses and says when there is one again. */
export async function consumeRateLimit(account: number, allowance: RateLimit): Promise<void> {
  await retryOnConflict(() => useOne({ account, name: allowance.name }, allowance))
}

async function useOne(key: Key, allowance: RateLimit): Promise<void> {
  const at = now().getTime()
  if ((await startAnew(key, allowance, at)) || (await useMore(key, allowance, at))) return
  const { data } = await RateLimitRow.get(key).go({ consistent: true })
  const wait = (data?.usedUntil ?? at) - latestStart(allowance, at)
  /** There is one left: somebody else was in the way. */
  if (wait <= 0) throw new Conflict([true])
  throw refusal(allowance, Math.ceil(wait / 1000))
}

type Key = Pick<RateLimit, 'name'> & { account: number }

const pieceOf = ({ perMinute }: RateLimit) => minute / perMinute
/** Up to where the allowance may be used for one more piece to be left. */
const latestStart = (allowance: RateLimit, at: number) => at + (allowance.burst - 1) * pieceOf(allowance)

/** By then whatever is used is long over, unless it is used again. */
const expiryAt = (at: number) => Math.ceil(at / 1000) + 3600

/** Of somebody who has used all long ago, or nothing yet, nothing is used by now. */
const startAnew = (key: Key, allowance: RateLimit, at: number) =>
  isDone(() =>
    RateLimitRow.update(key)
      .set({ usedUntil: at + pieceOf(allowance), expiresAt: expiryAt(at) })
      .where(({ usedUntil }, { notExists, lte }) => `${notExists(usedUntil)} OR ${lte(usedUntil, at)}`)
      .go(),
  )

const useMore = (key: Key, allowance: RateLimit, at: number) =>
  isDone(() =>
    RateLimitRow.update(key)
      .add({ usedUntil: pieceOf(allowance) })
      .set({ expiresAt: expiryAt(at) })
      .where(
        ({ usedUntil }, { gt, lte }) =>
          `${gt(usedUntil, at)} AND ${lte(usedUntil, latestStart(allowance, at))}`,
      )
      .go(),
  )

async function isDone(update: () => Promise<unknown>): Promise<boolean> {
  try {
    await conditionalWrite(update)
    return true
  } catch (fault) {
    if (fault instanceof Conflict) return false
    throw fault
  }
}

function refusal({ name, burst, perMinute }: RateLimit, seconds: number): Problem {
  return new Problem('too_many_requests', {
    message: `This may be done ${perMinute} times a minute: please wait for ${seconds} seconds.`,
    headers: {
      'Retry-After': String(seconds),
      'RateLimit-Policy': `"${name}";q=${burst};w=${Math.round((burst / perMinute) * 60)}`,
      RateLimit: `"${name}";r=0;t=${seconds}`,
    },
  })
}
