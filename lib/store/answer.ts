/** What a call has answered, in as many rows as it needs: one holds 400 KB, and an answer may have 6 MB. */

import { Entity } from 'electrodb'
import type { Tenant } from '../kit/tenant.ts'
import { inTable } from './client.ts'
import { packed, unpacked } from './packed.ts'

const AnswerPart = new Entity(
  {
    model: { entity: 'answer', version: '1', service: 'store' },
    attributes: {
      account: { type: 'number', required: true },
      mode: { type: 'string', required: true },
      keyHash: { type: 'string', required: true },
      part: { type: 'number', required: true },
      text: { type: 'string', required: true },
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
        sk: { field: 'sk', composite: ['part'], template: 'part#${part}', casing: 'none' },
      },
    },
  },
  inTable,
)

/** Of the call. */
type Key = Tenant & { keyHash: string }

const partLength = 350_000

/** Gives the number of rows. */
export async function keep(key: Key, answer: string, expiresAt: number): Promise<number> {
  const text = packed(answer)
  const parts = Array.from({ length: Math.ceil(text.length / partLength) }, (_, part) =>
    text.slice(part * partLength, (part + 1) * partLength),
  )
  await Promise.all(parts.map((text, part) => AnswerPart.put({ ...key, part, text, expiresAt }).go()))
  return parts.length
}

export async function answerIn(key: Key, parts: number): Promise<string> {
  const reading = Array.from({ length: parts }, (_, part) =>
    AnswerPart.get({ ...key, part }).go({ consistent: true }),
  )
  const found = await Promise.all(reading)
  return unpacked(found.map(({ data }) => data?.text ?? '').join(''))
}
