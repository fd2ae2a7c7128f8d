/** Stores a reply in as many rows as it needs: a reply may have 6 MB, a row 400 KB. */

import { Entity } from 'electrodb'
import type { Tenant } from '../core/tenant.ts'
import { tenantAttributes } from './attributes.ts'
import { tableConfig } from './client.ts'
import { compressToBase64, decompressFromBase64 } from './compression.ts'
import { key } from './key.ts'

/** Each endpoint has its own, so that the role of a Lambda can be limited to them. */
export const idempotencyPartition = ['account', 'mode', '#idempotency-keys', 'endpoint'] as const

export const ReplyPart = new Entity(
  {
    model: { entity: 'stored-reply', version: '1', service: 'store' },
    attributes: {
      ...tenantAttributes,
      endpoint: { type: 'string', required: true },
      keyHash: { type: 'string', required: true },
      part: { type: 'number', required: true },
      text: { type: 'string', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      byKey: key({ pk: idempotencyPartition, sk: ['#part', 'keyHash', 'part'] }),
    },
  },
  tableConfig,
)

type Key = Tenant & { endpoint: string; keyHash: string }

const partLength = 350_000

/** Returns the number of rows. */
export async function saveReply(key: Key, reply: string, expiresAt: number): Promise<number> {
  const text = compressToBase64(reply)
  const parts = Array.from({ length: Math.ceil(text.length / partLength) }, (_, part) =>
    text.slice(part * partLength, (part + 1) * partLength),
  )
  await Promise.all(parts.map((text, part) => ReplyPart.put({ ...key, part, text, expiresAt }).go()))
  return parts.length
}

export async function loadReply(key: Key, parts: number): Promise<string> {
  const reads = Array.from({ length: parts }, (_, part) =>
    ReplyPart.get({ ...key, part }).go({ consistent: true }),
  )
  const rows = await Promise.all(reads)
  return decompressFromBase64(rows.map(({ data }) => data?.text ?? '').join(''))
}
