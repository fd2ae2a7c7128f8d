/**
 * Replaces stored replies that contain personal data. The rows of their Idempotency-Keys are kept, so that a repeated
 * request does not run again.
 */

import type { Tenant } from '../core/tenant.ts'
import { compressToBase64 } from './attributes.ts'
import { changeRowInUse, IdempotencyRow } from './idempotency.ts'
import { pagesOf } from './row-pages.ts'
import { hasReply, loadReply, removeReplyParts } from './stored-reply.ts'

interface Erasure {
  endpoints: readonly string[]
  hasPersonalData: (reply: string) => boolean
  /** This text replaces the stored reply, and is the reply to repeated requests. */
  replacement: string
}

/** Returns the number of replies that were replaced. */
export async function replacePersonalReplies({ account, mode }: Tenant, erasure: Erasure): Promise<number> {
  let count = 0
  for (const endpoint of erasure.endpoints) {
    const keys = pagesOf(page => IdempotencyRow.query.byKey({ account, mode, endpoint }).go(page), { consistent: true })
    for await (const { data } of keys) for (const row of data) if (await replacePersonalReply(row, erasure)) count++
  }
  return count
}

async function replacePersonalReply(row: IdempotencyRow, { hasPersonalData, replacement }: Erasure): Promise<boolean> {
  if (!hasReply(row)) return false
  const known = await loadReply(row).catch(nullIfIncomplete)
  if (known !== null && !hasPersonalData(known)) return false
  await removeReplyParts(row)
  return changeRowInUse(row, { reply: compressToBase64(replacement) })
}

/**
 * An interrupted erasure may have removed only some parts of a long reply. The other parts cannot be decompressed,
 * which causes an error whose code begins with `Z_`.
 */
function nullIfIncomplete(fault: NodeJS.ErrnoException): null {
  if (fault.code?.startsWith('Z_')) return null
  throw fault
}
