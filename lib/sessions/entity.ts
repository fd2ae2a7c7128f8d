/** The session in the table. */

import { createHash } from 'node:crypto'
import { CustomAttributeType } from 'electrodb'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { shardOf, tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key.ts'

export const SessionRow = defineEntity('session', {
  attributes: {
    ...tenantAttributes,
    /** The token is a secret, and never stored. */
    tokenHash: { type: 'string', required: true },
    shard: { type: 'string', required: true },
    expires: { type: 'string', required: true },
    /** The session began then: it ends if its customer is deleted later. */
    stamp: { type: 'string', required: true, field: 'createdOn' },
    customerId: { type: CustomAttributeType<CustomerId>('string') },
    email: { type: 'string' },
    expiresAt: { type: 'number', required: true },
  },
  indexes: { byToken: key({ pk: ['account', 'mode', '#sessions', 'shard'], sk: ['tokenHash'] }) },
})

export function keyOf({ account, mode }: Tenant, token: string) {
  const tokenHash = createHash('sha256').update(token).digest('hex')
  return { account, mode, tokenHash, shard: shardOf(tokenHash) }
}
