/** All domains of a store in one mode, in one row, so that each change sees both the default and the allowed ones. */

import type { EntityItem } from 'electrodb'
import { tenantAttributes } from '../store/attributes.ts'
import { defineEntity } from '../store/client.ts'
import { key } from '../store/key.ts'
import { protocols } from './rules.ts'

const domain = {
  type: 'map',
  properties: { domain: { type: 'string', required: true }, protocol: { type: protocols, required: true } },
} as const

export const DomainsRow = defineEntity('domains', {
  attributes: {
    ...tenantAttributes,
    /** Incremented by every write, which is conditional on the version it read. */
    version: { type: 'number', required: true },
    defaultDomain: domain,
    allowed: { type: 'list', items: domain, required: true },
  },
  indexes: { ofTenant: key({ pk: ['account', 'mode', '#domains'], sk: ['#domains'] }) },
})

export type DomainsRow = EntityItem<typeof DomainsRow>
