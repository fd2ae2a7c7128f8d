/** The table row of an API key: found by its hash, listed by its account. */

import type { EntityItem } from 'electrodb'
import { timestamp } from '../core/clock.ts'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key, secondaryKey } from '../store/key.ts'

export const KeyRow = defineEntity('key', {
  attributes: {
    id: { type: 'string', required: true },
    hash: { type: 'string', required: true },
    ...tenantAttributes,
    name: { type: 'string' },
    /** The last four characters of the secret, to recognize the key by. */
    ending: { type: 'string', required: true },
    creationDate: { type: 'string', required: true, readOnly: true, default: timestamp },
    expires: { type: 'string' },
    revokedOn: { type: 'string' },
    /** To the hour, at the latest. Written without ElectroDB, by the authorizer. */
    lastUsedOn: { type: 'string' },
  },
  indexes: {
    byHash: key({ pk: ['#key', 'hash'], sk: ['#key'] }),
    ofAccount: secondaryKey({ pk: ['#keys', 'account'], sk: ['id'] }),
  },
})

export type KeyRow = EntityItem<typeof KeyRow>
