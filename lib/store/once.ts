/** Remembers for a day what a call was and what it answered, so that the same call again is not done twice. */

import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { epochSeconds } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import type { Tenant } from '../kit/tenant.ts'
import { answerIn, keep } from './answer.ts'
import { inTable } from './client.ts'
import { Conflict, write } from './write.ts'

const rememberedSeconds = 24 * 3600
/** As long as API Gateway waits for a Lambda: a call that has not answered by then never will. */
const lockSeconds = 30

const Call = new Entity(
  {
    model: { entity: 'call', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: 'string', required: true },
      keyHash: { type: 'string', required: true },
      fingerprint: { type: 'string', required: true },
      /** The id for what the call makes: a repetition after a crash must make the same thing. */
      newId: { type: 'string', required: true },
      lockedUntil: { type: 'number', required: true },
      /** How many rows hold the answer; absent until there is one. */
      parts: { type: 'number' },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byKey: {
        pk: {
          field: 'pk',
          composite: ['account', 'mode', 'keyHash'],
          template: '${account}#${mode}#call#${keyHash}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'call', casing: 'none' },
      },
    },
  },
  inTable,
)

export interface Claim {
  tenant: Tenant
  key: string
  fingerprint: string
}

/** What stands in the way of running the call, or the leave to run it. */
export type Claimed =
  | { state: 'mine'; newId: string }
  | { state: 'answered'; answer: string }
  | { state: 'running' }
  | { state: 'another request' }

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')
const rowKey = ({ tenant, key }: Claim) => ({
  account: tenant.account,
  mode: tenant.mode,
  keyHash: hashed(key),
})

export async function claim(wanted: Claim): Promise<Claimed> {
  const now = epochSeconds()
  const { data: earlier } = await Call.get(rowKey(wanted)).go({ consistent: true })
  const known = earlier && earlier.expiresAt > now ? earlier : undefined
  if (known && known.fingerprint !== wanted.fingerprint) return { state: 'another request' }
  if (known?.parts) return { state: 'answered', answer: await answerIn(rowKey(wanted), known.parts) }
  if (known && known.lockedUntil > now) return { state: 'running' }
  const id = known?.newId ?? newId()
  return (await lock(wanted, { id, seenLock: earlier?.lockedUntil }))
    ? { state: 'mine', newId: id }
    : claim(wanted)
}

/** Only one of several callers that saw the same row gets it. */
async function lock(wanted: Claim, { id, seenLock }: { id: string; seenLock: number | undefined }) {
  const now = epochSeconds()
  const { tenant: _tenant, key: _key, ...request } = wanted
  const row = { ...rowKey(wanted), ...request, newId: id, lockedUntil: now + lockSeconds }
  try {
    await write(() =>
      Call.put({ ...row, expiresAt: now + rememberedSeconds })
        .where(({ lockedUntil }, { eq, notExists }) =>
          seenLock === undefined ? notExists(lockedUntil) : eq(lockedUntil, seenLock),
        )
        .go(),
    )
    return true
  } catch (fault) {
    if (fault instanceof Conflict) return false
    throw fault
  }
}

/** The call says that there is an answer once all of it is there. */
export async function remember(claimed: Claim, answer: string): Promise<void> {
  const parts = await keep(rowKey(claimed), answer, epochSeconds() + rememberedSeconds)
  await Call.patch(rowKey(claimed)).set({ parts }).go()
}

/** The call failed on our side: it may be run again at once, and will make the same thing if it made one. */
export async function release(claimed: Claim): Promise<void> {
  await Call.patch(rowKey(claimed)).set({ lockedUntil: 0 }).go()
}
