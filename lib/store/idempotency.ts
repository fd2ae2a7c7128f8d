/** Stores the reply to a request with an Idempotency-Key for a day, so that a repeated request gets the same reply. */

import { hash } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import { epochSeconds } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { Problem } from '../core/problem.ts'
import type { Tenant } from '../core/tenant.ts'
import { tenantAttributes } from './attributes.ts'
import { defineEntity } from './client.ts'
import { tryWrite } from './conditional-write.ts'
import { key } from './key-definitions.ts'
import {
  hasReply,
  idempotencyPartition,
  loadReply,
  type ReplyKey,
  type StoredReply,
  writeReplyParts,
} from './stored-reply.ts'

const lifetimeSeconds = 24 * 3600
/** API Gateway waits at most 29 seconds for a Lambda, so a call that takes longer than this has failed. */
const maxUseSeconds = 30

export const IdempotencyRow = defineEntity('idempotency-key', {
  attributes: {
    ...tenantAttributes,
    endpoint: { type: 'string', required: true },
    keyHash: { type: 'string', required: true },
    fingerprint: { type: 'string', required: true },
    /** The id of the object to create. A call that is repeated after a failure uses this id again. */
    newId: { type: 'string', required: true },
    lockedUntil: { type: 'number', required: true },
    lockId: { type: 'string', required: true },
    /** The compressed reply, if it fits into this row. It is absent until the call has ended. */
    reply: { type: 'string' },
    /**
     * The number of rows among which a long reply is divided; absent for a short reply, and until the call has ended.
     */
    partCount: { type: 'number' },
    expiresAt: { type: 'number', required: true },
  },
  indexes: { byKey: key({ pk: idempotencyPartition, sk: ['#key', 'keyHash'] }) },
})

export type IdempotencyRow = EntityItem<typeof IdempotencyRow>

export interface RequestKey {
  tenant: Tenant
  endpoint: string
  key: string
  fingerprint: string
}

export interface KeyInUse extends RequestKey {
  lockId: string
  newId: string
}

type TakenKey = { keyInUse: KeyInUse; reply?: never } | { keyInUse?: never; reply: string }

const hashOf = (key: string) => hash('sha256', key, 'base64url')
const rowKey = ({ tenant, endpoint, key }: RequestKey) => ({
  account: tenant.account,
  mode: tenant.mode,
  endpoint,
  keyHash: hashOf(key),
})

/**
 * Takes the key into use, or returns the reply of an earlier call. Throws a problem if another call is using the key,
 * or if the key belongs to a different request.
 */
export async function takeKey(requestKey: RequestKey): Promise<TakenKey> {
  const now = epochSeconds()
  const { data: row } = await IdempotencyRow.get(rowKey(requestKey)).go({ consistent: true })
  const current = row && row.expiresAt > now ? row : undefined
  if (current && current.fingerprint !== requestKey.fingerprint) throw new Problem('idempotency_key_reused')
  if (current && hasReply(current)) return { reply: await loadReply(current) }
  if (current && current.lockedUntil > now)
    throw new Problem('request_in_progress', { headers: { 'Retry-After': '1' } })
  const keyInUse = { ...requestKey, lockId: newId(), newId: current?.newId ?? newId() }
  return (await saveKeyInUse(keyInUse, row)) ? { keyInUse } : takeKey(requestKey)
}

/** Returns false if another call has taken the key or has finished since the row was read. */
async function saveKeyInUse(keyInUse: KeyInUse, before: IdempotencyRow | null): Promise<boolean> {
  const now = epochSeconds()
  const { fingerprint, newId, lockId } = keyInUse
  const row = { ...rowKey(keyInUse), fingerprint, newId, lockId, lockedUntil: now + maxUseSeconds }
  const isTaken = await tryWrite(() =>
    IdempotencyRow.put({ ...row, expiresAt: now + lifetimeSeconds })
      .where(({ lockId, reply, partCount }, { eq, notExists }) => {
        if (!before) return notExists(lockId)
        const isSame = eq(lockId, before.lockId)
        return hasReply(before) ? isSame : `${isSame} AND ${notExists(reply)} AND ${notExists(partCount)}`
      })
      .go(),
  )
  if (isTaken) return true
  /**
   * The SDK repeats a write after a timeout. If the first attempt succeeded, the condition of the second one fails,
   * but the row contains the `lockId` of this call.
   */
  const { data } = await IdempotencyRow.get(rowKey(keyInUse)).go({ consistent: true })
  return data?.lockId === lockId
}

const rowInUse = (keyInUse: KeyInUse): ReplyKey => ({ ...rowKey(keyInUse), lockId: keyInUse.lockId })

/** Changes the row of the key last, so that the reply is not found before all of its parts are stored. */
export async function storeReply(keyInUse: KeyInUse, reply: string): Promise<void> {
  const row = rowInUse(keyInUse)
  await changeRowInUse(row, await writeReplyParts(row, reply, epochSeconds() + lifetimeSeconds))
}

/** Frees the key after an error, so that the call can be repeated at once. The repeated call uses the same new id. */
export const releaseKey = (keyInUse: KeyInUse) => changeRowInUse(rowInUse(keyInUse), { lockedUntil: 0 })

/** Returns false and changes nothing if another call has taken the key meanwhile. */
export const changeRowInUse = (
  { account, mode, endpoint, keyHash, lockId: before }: ReplyKey,
  change: StoredReply | Pick<IdempotencyRow, 'lockedUntil'>,
): Promise<boolean> =>
  tryWrite(() =>
    IdempotencyRow.patch({ account, mode, endpoint, keyHash })
      .set(change)
      .where(({ lockId }, { eq }) => eq(lockId, before))
      .go(),
  )
