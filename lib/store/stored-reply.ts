/**
 * Stores the reply to a request with an Idempotency-Key. DynamoDB limits a row to 400 KB, so a longer reply is divided
 * into parts with rows of their own.
 */

import type { Tenant } from '../core/tenant.ts'
import { compressToBase64, decompressFromBase64, tenantAttributes } from './attributes.ts'
import { defineEntity } from './client.ts'
import { key } from './key-definitions.ts'

/** Each endpoint has its own partitions, because the roles of some Lambdas allow only replies of their own endpoint. */
export const idempotencyPartition = ['account', 'mode', '#idempotency-keys', 'endpoint'] as const

export const ReplyPart = defineEntity('stored-reply', {
  attributes: {
    ...tenantAttributes,
    endpoint: { type: 'string', required: true },
    keyHash: { type: 'string', required: true },
    /**
     * The id of the call that made the reply. If a call takes too long, a second call may also store a reply, so each
     * call has its own parts.
     */
    lockId: { type: 'string', required: true },
    part: { type: 'number', required: true },
    text: { type: 'string', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: { byKey: key({ pk: idempotencyPartition, sk: ['#part', 'keyHash', 'lockId', 'part'] }) },
})

export type ReplyKey = Tenant & { endpoint: string; keyHash: string; lockId: string }

/** The reply in the row of an Idempotency-Key; for a long reply, only the number of rows with its parts. */
export interface StoredReply {
  reply?: string | undefined
  partCount?: number | undefined
}

export const hasReply = ({ reply, partCount }: StoredReply) => reply !== undefined || partCount !== undefined

const partLength = 350_000

/** Stores a reply in parts if it is too long for one row. Returns the attributes for the row of the Idempotency-Key. */
export async function writeReplyParts(key: ReplyKey, reply: string, expiresAt: number): Promise<StoredReply> {
  const text = compressToBase64(reply)
  if (text.length <= partLength) return { reply: text }
  const parts = Array.from({ length: Math.ceil(text.length / partLength) }, (_, part) =>
    text.slice(part * partLength, (part + 1) * partLength),
  )
  await Promise.all(parts.map((text, part) => ReplyPart.put({ ...key, part, text, expiresAt }).go()))
  return { partCount: parts.length }
}

const partKeys = (row: ReplyKey & StoredReply) => {
  const { account, mode, endpoint, keyHash, lockId, partCount = 0 } = row
  return Array.from({ length: partCount }, (_, part) => ({ account, mode, endpoint, keyHash, lockId, part }))
}

export async function loadReply(row: ReplyKey & StoredReply): Promise<string> {
  if (row.reply !== undefined) return decompressFromBase64(row.reply)
  const reads = partKeys(row).map(key => ReplyPart.get(key).go({ consistent: true }))
  const rows = await Promise.all(reads)
  return decompressFromBase64(rows.map(({ data }) => data?.text ?? '').join(''))
}

export async function removeReplyParts(row: ReplyKey & StoredReply): Promise<void> {
  for (const key of partKeys(row)) await ReplyPart.delete(key).go()
}
