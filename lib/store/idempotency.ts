/** Remembers for a day what a call was and what it answered, so that the same call again is not done twice. */

import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { epochSeconds } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { tableConfig } from './client.ts'
import { Conflict, conditionalWrite } from './conflict.ts'
import { key } from './key.ts'
import { loadReply, saveReply } from './stored-reply.ts'

const rememberedSeconds = 24 * 3600
/** As long as API Gateway waits for a Lambda: a call that has not answered by then never will. */
const lockSeconds = 30

const IdempotencyRow = new Entity(
  {
    model: { entity: 'idempotency-key', version: '1', service: 'store' },
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
      byKey: key({ pk: ['account', 'mode', '#idempotency-key', 'keyHash'], sk: ['#idempotency-key'] }),
    },
  },
  tableConfig,
)

export interface KeyClaim {
  tenant: Tenant
  key: string
  fingerprint: string
}

/** What stands in the way of running the call, or the leave to run it. */
export type ClaimResult =
  | { state: 'mine'; newId: string }
  | { state: 'answered'; answer: string }
  | { state: 'running' }
  | { state: 'another request' }

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')
const rowKey = ({ tenant, key }: KeyClaim) => ({
  account: tenant.account,
  mode: tenant.mode,
  keyHash: hashed(key),
})

export async function claimKey(wanted: KeyClaim): Promise<ClaimResult> {
  const now = epochSeconds()
  const { data: earlier } = await IdempotencyRow.get(rowKey(wanted)).go({ consistent: true })
  const known = earlier && earlier.expiresAt > now ? earlier : undefined
  if (known && known.fingerprint !== wanted.fingerprint) return { state: 'another request' }
  if (known?.parts) return { state: 'answered', answer: await loadReply(rowKey(wanted), known.parts) }
  if (known && known.lockedUntil > now) return { state: 'running' }
  const id = known?.newId ?? newId()
  return (await lock(wanted, { id, seenLock: earlier?.lockedUntil }))
    ? { state: 'mine', newId: id }
    : claimKey(wanted)
}

/** Only one of several callers that saw the same row gets it. */
async function lock(wanted: KeyClaim, { id, seenLock }: { id: string; seenLock: number | undefined }) {
  const now = epochSeconds()
  const { tenant: _tenant, key: _key, ...request } = wanted
  const row = { ...rowKey(wanted), ...request, newId: id, lockedUntil: now + lockSeconds }
  try {
    await conditionalWrite(() =>
      IdempotencyRow.put({ ...row, expiresAt: now + rememberedSeconds })
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
export async function storeReply(claimed: KeyClaim, answer: string): Promise<void> {
  const parts = await saveReply(rowKey(claimed), answer, epochSeconds() + rememberedSeconds)
  await IdempotencyRow.patch(rowKey(claimed)).set({ parts }).go()
}

/** The call failed on our side: it may be run again at once, and will make the same thing if it made one. */
export async function releaseKey(claimed: KeyClaim): Promise<void> {
  await IdempotencyRow.patch(rowKey(claimed)).set({ lockedUntil: 0 }).go()
}
