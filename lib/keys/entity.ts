/** Defines the row of an API key, which is found by the hash of the key or by its account. */

import type { EntityItem } from 'electrodb'
import { timestamp } from '../core/clock.ts'
import { keyScopes } from '../core/key-scopes.ts'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, secondaryKey } from '../store/key-definitions.ts'

export const KeyRow = defineEntity('key', {
  attributes: {
    id: { type: 'string', required: true },
    hash: { type: 'string', required: true },
    ...tenantAttributes,
    name: { type: 'string' },
    /** Keys that were created before there were scopes have no scope. */
    scope: { type: keyScopes },
    ending: { type: 'string', required: true },
    creationDate: { type: 'string', required: true, readOnly: true, default: timestamp },
    expires: { type: 'string' },
    revokedOn: { type: 'string' },
    /** The time of the last recorded use. Only `recordUse` writes it, about once an hour. */
    lastUsedOn: { type: 'string' },
  },
  indexes: {
    byHash: key({ pk: ['#key', 'hash'], sk: ['#key'] }),
    ofAccount: secondaryKey({ pk: ['#keys', 'account'], sk: ['id'] }),
  },
})

export type KeyRow = EntityItem<typeof KeyRow>
