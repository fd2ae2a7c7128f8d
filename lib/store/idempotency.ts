/** The idempotency store: keeps the reply to each Idempotency-Key for a day. */

import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { epochSeconds } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { tenantAttributes } from './attributes.ts'
import { tableConfig } from './client.ts'
import { Conflict, conditionalWrite } from './conflict.ts'
import { key } from './key.ts'
import { idempotencyPartition, loadReply, saveReply } from './stored-reply.ts'

const lifetimeSeconds = 24 * 3600
/** As long as API Gateway waits for a Lambda: a call that has not replied by then has failed. */
const lockSeconds = 30

export const IdempotencyRow = new Entity(
  {
    model: { entity: 'idempotency-key', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      endpoint: { type: 'string', required: true },
      keyHash: { type: 'string', required: true },
      fingerprint: { type: 'string', required: true },
      /** The id of the object to create: the same one if the call is repeated after a failure. */
      newId: { type: 'string', required: true },
      lockedUntil: { type: 'number', required: true },
      /** Of the call that has locked it. */
      lockId: { type: 'string' },
      /** The number of rows that contain the reply; absent until the call has finished. */
      parts: { type: 'number' },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byKey: key({ pk: idempotencyPartition, sk: ['#key', 'keyHash'] }),
    },
  },
  tableConfig,
)

export interface KeyClaim {
  tenant: Tenant
  endpoint: string
  key: string
  fingerprint: string
}

export type ClaimResult =
  | { state: 'claimed'; newId: string }
  | { state: 'finished'; reply: string }
  | { state: 'running' }
  | { state: 'different request' }

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
const rowKey = ({ tenant, endpoint, key }: KeyClaim) => ({
  account: tenant.account,
  mode: tenant.mode,
  endpoint,
  keyHash: hashOf(key),
})

export async function claimKey(claim: KeyClaim): Promise<ClaimResult> {
  const now = epochSeconds()
  const { data: row } = await IdempotencyRow.get(rowKey(claim)).go({ consistent: true })
  const current = row && row.expiresAt > now ? row : undefined
  if (current && current.fingerprint !== claim.fingerprint) return { state: 'different request' }
  if (current?.parts) return { state: 'finished', reply: await loadReply(rowKey(claim), current.parts) }
  if (current && current.lockedUntil > now) return { state: 'running' }
  const id = current?.newId ?? newId()
  return (await lock(claim, { id, previousLock: row?.lockedUntil }))
    ? { state: 'claimed', newId: id }
    : claimKey(claim)
}

interface LockOptions {
  id: string
  previousLock: number | undefined
}

/** False if another call has locked the key since its row was read. */
async function lock(claim: KeyClaim, { id, previousLock }: LockOptions): Promise<boolean> {
  const now = epochSeconds()
  const { fingerprint } = claim
  const row = { ...rowKey(claim), fingerprint, newId: id, lockedUntil: now + lockSeconds, lockId: newId() }
  try {
    await conditionalWrite(() =>
      IdempotencyRow.put({ ...row, expiresAt: now + lifetimeSeconds })
        .where(({ lockedUntil }, { eq, notExists }) =>
          previousLock === undefined ? notExists(lockedUntil) : eq(lockedUntil, previousLock),
        )
        .go(),
    )
    return true
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
    /** The SDK may have repeated this write after a time-out: then the conflict is with itself. */
    const { data } = await IdempotencyRow.get(rowKey(claim)).go({ consistent: true })
    return data?.lockId === row.lockId
  }
}

/** The number of parts is stored last, so that a reply is found only once it is complete. */
export async function storeReply(claim: KeyClaim, reply: string): Promise<void> {
  const parts = await saveReply(rowKey(claim), reply, epochSeconds() + lifetimeSeconds)
  await IdempotencyRow.patch(rowKey(claim)).set({ parts }).go()
}

/** After an unexpected error the call can be repeated at once; it keeps its new id. */
export async function releaseKey(claim: KeyClaim): Promise<void> {
  await IdempotencyRow.patch(rowKey(claim)).set({ lockedUntil: 0 }).go()
}
