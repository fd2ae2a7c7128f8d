/** Replaces stored replies that have personal data. Their keys stay: a request that is repeated must not run again. */

import type { Tenant } from '../core/tenant.ts'
import { IdempotencyRow } from './idempotency.ts'
import { pagesOf } from './pages.ts'
import { loadReply, ReplyPart, saveReply } from './stored-reply.ts'

interface Erasure {
  endpoints: readonly string[]
  hasPersonalData: (reply: string) => boolean
  /** What a repeated request gets. */
  replacement: string
}

const consistent = { consistent: true }

/** Returns how many were replaced. */
export async function eraseReplies({ account, mode }: Tenant, erasure: Erasure): Promise<number> {
  let count = 0
  for (const endpoint of erasure.endpoints) {
    const keys = pagesOf(page => IdempotencyRow.query.byKey({ account, mode, endpoint }).go(page), consistent)
    for await (const { data } of keys) for (const row of data) if (await eraseReply(row, erasure)) count++
  }
  return count
}

type Row = Parameters<typeof saveReply>[0] & { parts?: number | undefined; expiresAt: number }

async function eraseReply({ parts, expiresAt, ...row }: Row, { hasPersonalData, replacement }: Erasure) {
  const { account, mode, endpoint, keyHash } = row
  const key = { account, mode, endpoint, keyHash }
  if (!parts) return false
  const reply = await loadReply(key, parts).catch(nullIfIncomplete)
  if (reply !== null && !hasPersonalData(reply)) return false
  const kept = await saveReply(key, replacement, expiresAt)
  await IdempotencyRow.patch(key).set({ parts: kept }).go()
  for (let part = kept; part < parts; part++) await ReplyPart.delete({ ...key, part }).go()
  return true
}

/** A long reply cannot be decompressed any more if its replacement was interrupted. */
function nullIfIncomplete(fault: NodeJS.ErrnoException): null {
  if (fault.code?.startsWith('Z_')) return null
  throw fault
}
