/** Defines the row of a session. */

import { hash } from 'node:crypto'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import type { CustomerId } from '../core/ids.ts'
import type { Tenant } from '../core/tenant.ts'
import { shardedKey, tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key-definitions.ts'

export const SessionRow = defineEntity('session', {
  attributes: {
    ...tenantAttributes,
    /** Only the hash of the token is stored, because the token is a secret. */
    tokenHash: { type: 'string', required: true },
    shard: { type: 'string', required: true },
    expires: { type: 'string', required: true },
    /**
     * The stamp (time and id) of the event that created the session. If the customer is deleted after this time, the
     * session ends.
     */
    stamp: { type: 'string', required: true, field: 'createdOn' },
    customerId: { type: CustomAttributeType<CustomerId>('string') },
    email: { type: 'string' },
    expiresAt: { type: 'number', required: true },
  },
  indexes: { byToken: key({ pk: ['account', 'mode', '#sessions', 'shard'], sk: ['tokenHash'] }) },
})

export type SessionRow = EntityItem<typeof SessionRow>

export const keyOf = (tenant: Tenant, token: string) => shardedKey(tenant, { tokenHash: hash('sha256', token) })
