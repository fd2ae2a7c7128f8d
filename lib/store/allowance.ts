/**
 * How often an account may do something: so many times at once, and again as time goes by. One number is kept, the
 * time up to which the allowance is used; DynamoDB moves it in one step, so that no two callers use the same piece.
 */

import { Entity } from 'electrodb'
import { now } from '../kit/clock.ts'
import { Problem } from '../kit/problem.ts'
import { inTable } from './client.ts'
import { Conflict, onFreshData, write } from './write.ts'

export const AllowanceRow = new Entity(
  {
    model: { entity: 'allowance', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      name: { type: 'string', required: true },
      /** In milliseconds since 1970. */
      usedUntil: { type: 'number', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byName: {
        pk: {
          field: 'pk',
          composite: ['account', 'name'],
          template: '${account}#allowance#${name}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'allowance', casing: 'none' },
      },
    },
  },
  inTable,
)

export interface Allowance {
  name: string
  /** At once, after a pause long enough. */
  burst: number
  perMinute: number
}

const minute = 60_000

/** Uses one piece, or refuses and says when there is one again. */
export async function use(account: number, allowance: Allowance): Promise<void> {
  await onFreshData(() => useOne({ account, name: allowance.name }, allowance))
}

async function useOne(key: Key, allowance: Allowance): Promise<void> {
  const at = now().getTime()
  if ((await startAnew(key, allowance, at)) || (await useMore(key, allowance, at))) return
  const { data } = await AllowanceRow.get(key).go({ consistent: true })
  const wait = (data?.usedUntil ?? at) - latestStart(allowance, at)
  /** There is one left: somebody else was in the way. */
  if (wait <= 0) throw new Conflict([true])
  throw refusal(allowance, Math.ceil(wait / 1000))
}

type Key = Pick<Allowance, 'name'> & { account: number }

const pieceOf = ({ perMinute }: Allowance) => minute / perMinute
/** Up to where the allowance may be used for one more piece to be left. */
const latestStart = (allowance: Allowance, at: number) => at + (allowance.burst - 1) * pieceOf(allowance)

/** By then whatever is used is long over, unless it is used again. */
const expiryAt = (at: number) => Math.ceil(at / 1000) + 3600

/** Of somebody who has used all long ago, or nothing yet, nothing is used by now. */
const startAnew = (key: Key, allowance: Allowance, at: number) =>
  isDone(() =>
    AllowanceRow.update(key)
      .set({ usedUntil: at + pieceOf(allowance), expiresAt: expiryAt(at) })
      .where(({ usedUntil }, { notExists, lte }) => `${notExists(usedUntil)} OR ${lte(usedUntil, at)}`)
      .go(),
  )

const useMore = (key: Key, allowance: Allowance, at: number) =>
  isDone(() =>
    AllowanceRow.update(key)
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
    await write(update)
    return true
  } catch (fault) {
    if (fault instanceof Conflict) return false
    throw fault
  }
}

function refusal({ name, burst, perMinute }: Allowance, seconds: number): Problem {
  return new Problem('too_many_requests', {
    message: `This may be done ${perMinute} times a minute: please wait for ${seconds} seconds.`,
    headers: {
      'Retry-After': String(seconds),
      'RateLimit-Policy': `"${name}";q=${burst};w=${Math.round((burst / perMinute) * 60)}`,
      RateLimit: `"${name}";r=0;t=${seconds}`,
    },
  })
}
